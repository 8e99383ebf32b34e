import { expect, it } from 'vitest';

import { type QueueAction, type QueuedFile, unsent, uploadQueue } from './upload-queue.ts';

const file = (name: string) => new File(['%PDF-1.4'], name);
const after = (...actions: QueueAction[]) => actions.reduce<readonly QueuedFile[]>(uploadQueue, []);
const code = 'BUSINESS_PLAN';

it('contains one file for each kind of document', () => {
  const queue = after(
    { type: 'put', code, file: file('a.pdf') },
    { type: 'put', code: 'DEFAULT_DOC', file: file('b.pdf') },
    { type: 'put', code, file: file('c.pdf') },
  );
  expect(queue.map((item) => item.file.name).sort()).toEqual(['b.pdf', 'c.pdf']);
  expect(uploadQueue(queue, { type: 'put', code, file: null })).toHaveLength(1);
});

it('retries failed and cancelled files, but never uploaded files', () => {
  const put = { type: 'put', code, file: file('a.pdf') } as const;
  const start = { type: 'start', code } as const;
  expect(unsent(after(put, start, { type: 'fail', code, error: new Error('x') }))).toHaveLength(1);
  expect(unsent(after(put, start, { type: 'cancel', code }))).toHaveLength(1);
  expect(unsent(after(put, start, { type: 'done', code }))).toHaveLength(0);
});

it('clears the error of a file when it is retried or replaced', () => {
  const failed = after(
    { type: 'put', code, file: file('a.pdf') },
    { type: 'fail', code, error: new Error('x') },
  );
  expect(uploadQueue(failed, { type: 'start', code })[0]).toMatchObject({
    status: 'sending',
    error: undefined,
  });
  expect(uploadQueue(failed, { type: 'put', code, file: file('b.pdf') })[0]).toMatchObject({
    status: 'waiting',
    error: undefined,
  });
});

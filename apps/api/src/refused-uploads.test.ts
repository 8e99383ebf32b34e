// @module-tag slow

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { beforeAll, expect, it } from 'vitest';

import { maxFileBytes } from './platform/http/multipart.ts';
import { useTestApp } from './testing/index.ts';
import type { SentUpload, UploadAnswers } from './testing/send-uploads.worker.ts';

const program = fileURLToPath(new URL('testing/send-uploads.worker.ts', import.meta.url));
const run = promisify(execFile);

let tokens: { anonymous: null; agent: string; owner: string };
let requestId: number;
const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  const [agent, owner] = [await app.make.anAgent(), await app.make.aBeneficiary()];
  tokens = { anonymous: null, agent: await app.tokenOf(agent), owner: await app.tokenOf(owner) };
  requestId = (await app.make.aRequest({ beneficiaryId: owner.id })).id;
});

async function sent(upload: Omit<SentUpload, 'base' | 'times'>): Promise<UploadAnswers> {
  const job: SentUpload = { ...upload, base: `${app.baseUrl}/api`, times: 4 };
  const { stdout } = await run(process.execPath, [
    '--import',
    import.meta.resolve('tsx'),
    program,
    JSON.stringify(job),
  ]);
  return JSON.parse(stdout) as UploadAnswers;
}

// fetch writes while it reads; supertest and http read the answer when it arrives. All of them need it complete.
it.each<[string, string, keyof typeof tokens, string, number]>([
  ['401 UNAUTHENTICATED', 'without a session', 'anonymous', 'document', 100_000],
  ['401 UNAUTHENTICATED', 'without a session, long', 'anonymous', 'document', 5_000_000],
  ['403 FORBIDDEN', 'of the wrong role', 'agent', 'document', 1_000_000],
  ['404 NOT_FOUND', 'to nowhere', 'owner', 'nowhere', 1_000_000],
  ['413 FILE_TOO_LARGE', 'of too large a file', 'owner', 'document', maxFileBytes + 1],
  ['413 FILE_TOO_LARGE', 'of far too large a file', 'owner', 'document', 4 * maxFileBytes],
])('%s reaches the sender of an upload %s', async (answer, _what, who, call, size) => {
  const path = `/requests/${String(requestId)}/${call}`;
  const each = Array.from({ length: 4 }, () => answer);
  expect(await sent({ path, token: tokens[who], size })).toEqual({
    fetch: each,
    supertest: each,
    http: each,
  });
});

it('the log contains the status of the response', () => {
  const calls = app.logLines
    .map((line) => JSON.parse(line) as { event: string; endpoint?: string; status: number })
    .filter(({ event, endpoint }) => event === 'http.call' && endpoint === 'uploadRequestDocument');
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([401, 403, 413]));
});

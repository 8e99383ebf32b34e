import { expect, it, vi } from 'vitest';

import { faultWords, type ImportWords } from './import-lines.ts';

it('messages are formatted only for the faults that fit into the report', () => {
  const t = vi.fn(() => 'a sentence') as unknown as ImportWords['t'];
  const report = { add: () => undefined, total: 0, isFull: false };
  const words = faultWords({ t, messages: {} as ImportWords['messages'] }, report);
  expect(words.t('line.inColumn', { column: 'A', message: 'B' })).toBe('a sentence');
  report.isFull = true;
  expect(words.t('line.inColumn', { column: 'A', message: 'B' })).toBe('');
  expect(t).toHaveBeenCalledTimes(1);
});

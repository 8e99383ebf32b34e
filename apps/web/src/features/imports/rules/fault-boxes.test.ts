import { expect, it } from 'vitest';

import { faultBoxes, faultCount } from './fault-boxes.ts';

it('uses the line numbers of the spreadsheet', () => {
  const boxes = faultBoxes([
    { line: 3, errors: ['email', 'services'] },
    { line: 8, errors: ['date'] },
  ]);
  expect(boxes).toEqual([
    { line: 3, items: ['email', 'services'] },
    { line: 8, items: ['date'] },
  ]);
  expect(faultCount(undefined, boxes)).toBe(3);
  expect(faultCount({ faults: 4200 }, boxes)).toBe(4200);
});

it('groups other faults by their key', () => {
  const fault = (path: string, message: string) => ({ path, code: 'invalid', message });
  expect(faultBoxes([fault('file', 'a'), fault('again', 'b'), fault('file', 'c')])).toEqual([
    { key: 'file', items: ['a', 'c'] },
    { key: 'again', items: ['b'] },
  ]);
});

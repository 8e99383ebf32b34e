import fs from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { repositoryRoot } from '../paths.ts';

// Number of level 1 and 2 requirements in OWASP ASVS 5.0.0 by section. Level 3 requirements follow them in each
// section, so these numbers are consecutive from 1. The chapters 10 and 17 are not applicable as a whole.
const sections: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{
    '8.2': 3,
    '8.3': 1,
    '8.4': 1,
    '9.1': 3,
    '9.2': 4,
    '11.1': 2,
    '11.2': 3,
    '11.3': 3,
    '11.4': 4,
  },
  ...{ '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2 },
  ...{ '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1 },
  ...{ '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
};
/** Requirements of the chapters that the tables leave out. */
const leftOut = 36;
const required = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `V${section}.${String(index + 1)}`),
);

const read = (name: string): string =>
  fs.readFileSync(path.join(repositoryRoot, 'docs', name), 'utf8');
const text = read('asvs.md');
const rows = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', level = '', what = '', state = '', why = '']) => ({
    number,
    level,
    what,
    state,
    why,
  }));

describe('the table of ASVS 5.0', () => {
  it('contains every requirement of levels 1 and 2 once, in order', () => {
    expect(required.length + leftOut).toBe(253);
    expect(text).toContain(`${String(leftOut)} of those are the chapters V10`);
    expect(rows.map(({ number }) => number)).toEqual(required);
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(65);
    expect(rows.filter(({ level }) => level === '2')).toHaveLength(152);
  });

  it('has a status and a reason for each requirement, and a plan for an open one', () => {
    const silent = rows.filter(
      ({ what, state, why }) =>
        what === '' ||
        why === '' ||
        !['met', 'not met', 'not checked', 'not applicable'].includes(state) ||
        (['not met', 'not checked'].includes(state) && !/plan|as V\d/.test(why)),
    );
    expect(silent).toEqual([]);
  });

  it('has correct totals in its first lines', () => {
    const count = (state: string, others = 0) =>
      String(rows.filter((row) => row.state === state).length + others);
    expect(text).toContain(
      `${count('met')} are met, ${count('not met')} are not met, ${count('not checked')} are not checked, ${count('not applicable', leftOut)} are not applicable.`,
    );
  });

  it('references only existing rows of docs/security.md', () => {
    const security = read('security.md');
    const named = rows.flatMap(({ why }) => why.match(/\b(?:S\d{2,}|T\d+)\b/g) ?? []);
    const gone = named.filter(
      (one) => !new RegExp(String.raw`^\| (?:S\d+, )*${one}(?:, S\d+)* \|`, 'm').test(security),
    );
    expect(gone).toEqual([]);
  });
});

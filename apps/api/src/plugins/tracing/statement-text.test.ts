import { expect, it } from 'vitest';

import { operationOf, statementText } from './statement-text.ts';

it.each([
  ['SELECT "id" FROM "users" WHERE "email" = $1', 'SELECT "id" FROM "users" WHERE "email" = $1'],
  [`SELECT 'amina@example.org', 'it''s', E'a\\'b', 12, 3.5`, 'SELECT ?, ?, E?, ?, ?'],
  ['SELECT $$amina@example.org$$, $x$amina$x$ LIMIT 20', 'SELECT ?, ? LIMIT ?'],
  [
    `SELECT 1 FROM t2 WHERE a1 = $12\n  AND "col 3" = 'amina`,
    'SELECT ? FROM t2 WHERE a1 = $12 AND "col ?" = ?',
  ],
])('exports %j as %j', (text, exported) => expect(statementText(text)).toBe(exported));

it('names the operation of a statement by its first word', () => {
  expect(['select 1', '  (SELECT 1) UNION', 'COMMIT', '/* */ SELECT'].map(operationOf)).toEqual([
    'SELECT',
    'SELECT',
    'COMMIT',
    'SQL',
  ]);
});

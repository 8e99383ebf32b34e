import { parse } from 'acorn';
import fs from 'node:fs';
import { expect, it } from 'vitest';

it('boot.js can be read by browsers that are too old for the rest', () => {
  const code = fs.readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8');
  expect(() => parse(code, { ecmaVersion: 5 })).not.toThrow();
});

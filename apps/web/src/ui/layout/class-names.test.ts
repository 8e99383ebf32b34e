import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(path.join(source, file), 'utf8');

/** Class names that components use, by style sheet; a computed name may use any. */
function calledClasses(): Map<string, { names: Set<string>; isAny: boolean }> {
  const called = new Map<string, { names: Set<string>; isAny: boolean }>();
  for (const file of files.filter((name) => name.endsWith('.tsx'))) {
    const text = read(file);
    for (const [, local = '', from = ''] of text.matchAll(
      /^import (\w+) from '([^']+\.module\.css)';$/gm,
    )) {
      const sheet = path.join(path.dirname(file), from);
      const known = called.get(sheet) ?? { names: new Set<string>(), isAny: false };
      for (const [, name, computed] of text.matchAll(
        new RegExp(`\\b${local}\\[(?:'([\\w-]+)'|(\\w))`, 'g'),
      )) {
        if (name !== undefined) known.names.add(name);
        if (computed !== undefined) known.isAny = true;
      }
      called.set(sheet, known);
    }
  }
  return called;
}

describe('class names', () => {
  const called = calledClasses();
  const sheets = files.filter((name) => name.endsWith('.module.css'));

  it('refer to existing style sheets, and every style sheet is used', () => {
    expect([...called.keys()].sort()).toEqual(sheets.sort());
  });

  it.each(sheets)('%s: used classes exist, and existing classes are used', (sheet) => {
    const rules = read(sheet).replace(/\/\*[^]*?\*\//g, '');
    const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector);
    const there = new Set(
      selectors
        .filter((selector) => !selector.trim().startsWith('@'))
        .flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)])
        .map(([, name]) => name),
    );
    const { names, isAny } = called.get(sheet) ?? { names: new Set<string>(), isAny: false };
    expect([...names].filter((name) => !there.has(name))).toEqual([]);
    if (!isAny) expect([...there].filter((name) => !names.has(name ?? ''))).toEqual([]);
  });
});

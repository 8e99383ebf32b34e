import { describe, expect, it } from 'vitest';

import { line, optionalText, paragraph } from './text.ts';

const messageOf = (
  schema: { safeParse: (v: unknown) => { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message;

describe('line', () => {
  it('trims and keeps Arabic, accents and emoji', () => {
    expect(line(50).parse('  تعاونية الريف — Éclat 🌿 ')).toBe('تعاونية الريف — Éclat 🌿');
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
    ['an object', { toString: 'x' }],
    ['an empty text', ''],
    ['spaces only', '   '],
  ])('says that %s is missing', (_name, value) => {
    expect(messageOf(line(50, 'nomRequired'), value)).toBe('validation.nomRequired');
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['a line feed (header injection)', 'a\nBcc: x@example.org'],
    ['a carriage return', 'a\rb'],
    ['a lone surrogate', 'a\ud800b'],
    ['an escape', 'a\u001b[31m'],
  ])('refuses %s', (_name, value) => {
    expect(messageOf(line(50), value)).toBe('validation.forbiddenCharacters');
  });

  it('takes direction overrides out, so that a name reads as it is written', () => {
    expect(line(50).parse('a\u202Egpj.exe\u2066b')).toBe('agpj.exeb');
    expect(messageOf(line(50), '\u202E\u2066')).toBe('validation.required');
  });

  it('counts its length before anything else', () => {
    expect(line(5).parse('12345')).toBe('12345');
    expect(messageOf(line(5), '123456')).toBe('validation.tooLong');
  });
});

describe('paragraph and optionalText', () => {
  it('keep line breaks', () => {
    expect(paragraph(50).parse('a\nb')).toBe('a\nb');
  });
  it.each([undefined, null, '', '   '])('optionalText reads %j as null', (value) => {
    expect(optionalText(50).parse(value)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';

import { line, optionalText, paragraph, sentText } from './text.ts';

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

it.each([line(50), paragraph(50)])(
  'says by its own words that an empty one is required, %#',
  (schema) => {
    for (const value of ['', '  ', undefined])
      expect(messageOf(schema, value)).toBe('validation.required');
  },
);

describe('a text that may be sent empty', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    ['', ''],
    ['  ', ''],
    [' Tanger ', 'Tanger'],
  ])('of %j is %j', (sent, read) => expect(sentText(50).parse(sent)).toBe(read));
  it.each([5, {}, 'x'.repeat(51), 'a\u0000'])('refuses %j', (value) => {
    expect(sentText(50).safeParse(value).success).toBe(false);
  });
});

describe('paragraph and optionalText', () => {
  it('optionalText keeps what there is, and refuses what is no text', () => {
    expect(optionalText(50).parse(' Tanger ')).toBe('Tanger');
    expect(optionalText(50).safeParse(5).success).toBe(false);
  });
  it('keep line breaks', () => expect(paragraph(50).parse('a\nb')).toBe('a\nb'));
  it.each([undefined, null, '', '   '])('optionalText reads %j as null', (value) => {
    expect(optionalText(50).parse(value)).toBeNull();
  });
});

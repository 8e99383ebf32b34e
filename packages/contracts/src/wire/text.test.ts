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
  ])('reports %s as missing', (_name, value) => {
    expect(messageOf(line(50, 'nomRequired'), value)).toBe('validation.nomRequired');
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['a line feed (header injection)', 'a\nBcc: x@example.org'],
    ['a carriage return', 'a\rb'],
    ['a lone surrogate', 'a\ud800b'],
    ['an escape', 'a\u001b[31m'],
  ])('rejects %s', (_name, value) => {
    expect(messageOf(line(50), value)).toBe('validation.forbiddenCharacters');
  });

  it('removes direction overrides, so that a name is displayed as stored', () => {
    expect(line(50).parse('a\u202Egpj.exe\u2066b')).toBe('agpj.exeb');
    expect(messageOf(line(50), '\u202E\u2066')).toBe('validation.required');
  });

  it('checks its length first', () => {
    expect(line(5).parse('12345')).toBe('12345');
    expect(messageOf(line(5), '123456')).toBe('validation.tooLong');
  });
});

it.each([line(50), paragraph(50)])(
  'reports an empty required text with the schema’s own message, %#',
  (schema) => {
    for (const value of ['', '  ', undefined])
      expect(messageOf(schema, value)).toBe('validation.required');
  },
);

describe('a text that can be empty', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    ['', ''],
    ['  ', ''],
    [' Tanger ', 'Tanger'],
  ])('parses %j as %j', (sent, read) => expect(sentText(50).parse(sent)).toBe(read));
  it.each([5, {}, 'x'.repeat(51), 'a\u0000'])('rejects %j', (value) => {
    expect(sentText(50).safeParse(value).success).toBe(false);
  });
});

describe('paragraph and optionalText', () => {
  it('optionalText returns a text, and rejects other types', () => {
    expect(optionalText(50).parse(' Tanger ')).toBe('Tanger');
    expect(optionalText(50).safeParse(5).success).toBe(false);
  });
  it('preserve line breaks', () => expect(paragraph(50).parse('a\nb')).toBe('a\nb'));
  it.each([undefined, null, '', '   '])('optionalText parses %j as null', (value) => {
    expect(optionalText(50).parse(value)).toBeNull();
  });
});

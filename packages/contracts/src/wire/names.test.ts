import { describe, expect, it } from 'vitest';

import {
  hasAddress,
  isListedName,
  isReadable,
  listedName,
  personName,
  plainName,
} from './names.ts';

const person = personName(80);
const listed = listedName(150);
const codesOf = (schema: typeof person, text: string) => {
  const { success, error } = schema.safeParse(text);
  return success ? [] : error.issues.map(({ message }) => message);
};

describe('the name of a person', () => {
  it.each([
    'El Fassi',
    "D'Angelo",
    'Benoît-Éloïse',
    'Ñúñez',
    'عبد الله بن يوسف',
    'Şükrü Yıldız',
    'M. Alami',
    'Dr.Alami',
    'J.R.R. Tolkien',
    'ⴰⵎⴰⵣⵉⵖ',
    'Nguyễn',
    'Awww.bravo',
    'Article 1.2.3',
    'Version 1.2.3.4567',
    'N° 1234.5.6.7',
  ])('accepts %s', (name) => expect(person.parse(name)).toBe(name));

  it.each([
    'Gagnez sur http://gain.example',
    'www.gain.example',
    'gain.com',
    'GAIN.COM',
    'Cliquez gain。com',
    'gain．com',
    'prix-gratuit.xyz',
    'moi@gain.example',
    '10.0.0.1',
    'ｗｗｗ.gain',
    'bit.ly/abc',
    'مجانا.com',
    'ga\u200bin.com',
    'ftp://gain',
    'voir www.gain',
    'depuis 255.255.255.255 !',
    'de 10.20.30.40',
  ])('rejects the web address %s', (name) => {
    expect(codesOf(person, name)).toEqual(['validation.nameHasAddress']);
  });

  it('loses invisible characters, and is refused when it becomes empty', () => {
    expect(person.parse('Sal\u200bma\u00ad\u2060 Ala\u{e0041}mi\ufeff')).toBe('Salma Alami');
    expect(person.parse('Ｓａｌｍａ\u00a0\u2003Alami')).toBe('Salma Alami');
    expect(codesOf(person, '\u3164\u2800\u200d')).toEqual(['validation.required']);
  });
});

describe('a name in lists', () => {
  it.each([
    'Centre régional d’investissement – Tanger',
    'S.A.R.L. Miel & Fils (2e étage)',
    'Œuvre sociale n°1',
    'جمعية التنمية 2026',
    'CRI المركز الجهوي',
    'Fundación Año Nuevo',
    'ⵜⴰⵎⵙⵙⵓⵎⴰⵏⵜ Coopérative',
    'Étude de faisabilité / business plan',
    'الجَمعيّة',
    'ﻻ',
  ])('accepts %s', (name) => expect(codesOf(listed, name)).toEqual([]));

  it.each([
    ['a Cyrillic letter among Latin ones', 'СRI-TTA'],
    ['a word of Cyrillic letters that reads like a Latin one', 'ССІ'],
    ['Greek', 'ΑΝΑΡΕC'],
    ['an Arabic letter among Latin ones', 'CRاI'],
    ['a click that looks like an l', 'Wasǀ'],
    ['an i without its dot', 'Mınistère'],
    ['small capitals', 'ᴄʀɪ'],
    ['Cherokee', 'ᏟᎡI'],
  ])('rejects %s', (_, name) => {
    expect(codesOf(listed, name)).toEqual(['validation.nameNotReadable']);
  });

  it('is stored as displayed', () => {
    expect(listed.parse('𝐂𝐑𝐈\u202e Tanger')).toBe('CRI Tanger');
    expect(codesOf(listed, 'Ouvrez cri.example.com')).toEqual(['validation.nameHasAddress']);
  });
});

describe('the check of a name in lists', () => {
  it.each([['Centre d’affaires'], ['تعاونية الريف'], ['2026'], ['']])('accepts %j', (text) => {
    expect(isListedName(text)).toBe(true);
  });
  it.each([['Cen\u00adtre'], ['www.gain.example'], ['СRI'], ['Cen\u200btre gain.com']])(
    'rejects %j',
    (text) => expect(isListedName(text)).toBe(false),
  );
  it.each([
    ['one letter of another script', 'CRІ', false],
    ['a mark alone', '\u0301', true],
    ['letters without a script of here', '\u4e2d\u56fd', false],
    ['two scripts in two words', 'CRI المركز', true],
    ['two scripts that are read here in one word', 'المⴰⵎ', false],
    ['the same the other way round', 'ⴰⵎالم', false],
    ['two scripts in one word', 'CRIالمركز', false],
    ['an o with a stroke among plain ones', 'Tangeꝋ', false],
  ])('handles %s', (_, text, expected) => expect(isReadable(text)).toBe(expected));
});

it('checks only the first 300 characters, because a longer name is refused as too long', () => {
  // The match ends at the last of this many characters.
  const upTo = (length: number, end: string) => 'a'.repeat(length - end.length) + end;
  expect([upTo(300, ' gain.com'), upTo(301, ' gain.com')].map(hasAddress)).toEqual([true, false]);
  expect([upTo(300, 'ǀ'), upTo(301, 'ǀ')].map(isReadable)).toEqual([false, true]);
  expect([upTo(300, '\u200b'), upTo(301, '\u200b')].map((text) => plainName(text).length)).toEqual([
    299, 301,
  ]);
});

it('reports one fault of a name at a time', () => {
  expect(codesOf(personName(5), 'gain.com')).toEqual(['validation.tooLong']);
  expect(codesOf(person, '')).toEqual(['validation.required']);
  expect(codesOf(listed, 'www.СRI')).toEqual(['validation.nameHasAddress']);
});

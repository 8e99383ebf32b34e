import { describe, expect, it } from 'vitest';

import { listedName, personName } from './names.ts';

const person = personName(80);
const listed = listedName(150);
const codesOf = (schema: typeof person, text: string) => {
  const { success, error } = schema.safeParse(text);
  return success ? [] : error.issues.map(({ message }) => message);
};

describe('the name of a person (S85)', () => {
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
  ])('passes: %s', (name) => {
    expect(person.parse(name)).toBe(name);
  });

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
  ])('is no address: %s', (name) => {
    expect(codesOf(person, name)).toEqual(['validation.nameHasAddress']);
  });

  it('loses what nobody sees, and is refused where nothing is left', () => {
    expect(person.parse('Sal\u200bma\u00ad\u2060 Ala\u{e0041}mi\ufeff')).toBe('Salma Alami');
    expect(person.parse('Ｓａｌｍａ\u00a0\u2003Alami')).toBe('Salma Alami');
    expect(codesOf(person, '\u3164\u2800\u200d')).toEqual(['validation.required']);
  });
});

describe('a name that stands in lists (S85)', () => {
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
  ])('passes: %s', (name) => {
    expect(codesOf(listed, name)).toEqual([]);
  });

  it.each([
    ['a Cyrillic letter among Latin ones', 'СRI-TTA'],
    ['a word of Cyrillic letters that reads like a Latin one', 'ССІ'],
    ['Greek', 'ΑΝΑΡΕC'],
    ['an Arabic letter among Latin ones', 'CRاI'],
    ['a click that looks like an l', 'Wasǀ'],
    ['an i without its dot', 'Mınistère'],
    ['small capitals', 'ᴄʀɪ'],
    ['Cherokee', 'ᏟᎡI'],
  ])('is refused: %s', (_, name) => {
    expect(codesOf(listed, name)).toEqual(['validation.nameNotReadable']);
  });

  it('is written as it reads', () => {
    expect(listed.parse('𝐂𝐑𝐈\u202e Tanger')).toBe('CRI Tanger');
    expect(codesOf(listed, 'Ouvrez cri.example.com')).toEqual(['validation.nameHasAddress']);
  });
});

import { describe, expect, it } from 'vitest';

import { codeFromText, freeCode } from './new-code.ts';
import { likeLiteral, placeKey, searchKey } from './search-key.ts';

describe('searchKey', () => {
  it.each([
    ['  Étude   de\tFaisabilité ', 'etude de faisabilite'],
    ['L’ÎLE', "l'ile"],
    ['Año Ñandú', 'ano nandu'],
    ['مُنْحَةٌ', 'منحه'],
    ['تـطوان', 'تطوان'],
    ['أكادير', 'اكادير'],
    ['', ''],
  ])('maps %j to %j', (text, key) => expect(searchKey(text)).toBe(key));

  it.each([
    [
      'the ya of Persian, and without dots',
      'المركز الجهوي',
      'المركز الجهوی',
      'المركز الجهوى',
      'المرکز الجهوے',
    ],
    ['the kaf of Persian', 'بنك الكفاءات', 'بنک الکفاءات', 'بنڪ الكفاءات'],
    ['ha and the closing ta', 'جمعية التنمية', 'جمعيه التنميه', 'جمعیۃ التنمیۃ', 'جمعية التنميہ'],
    ['alefs', 'أكاديمية الأعمال', 'اكاديمية الاعمال', 'ٱكاديمية إلأعمال', 'آكاديمية الٲعمال'],
    ['digits', 'تعاونية ٢٠٢٦', 'تعاونية 2026', 'تعاونية ۲۰۲۶'],
    ['lengthening and vowels', 'صندوق', 'صنـدوق', 'صُنْدُوقٌ', 'صندوٯ'],
    ['forms of presentation', 'سلا', 'ﺳﻼ', 'ﺳـﻠﺎ'],
    ['hamza on its seat', 'مؤسسة ناشئة', 'موسسة ناشية'],
  ])('is the same for letters that look alike in Arabic: %s', (_, name, ...alike) => {
    expect(alike.map(searchKey)).toEqual(alike.map(() => searchKey(name)));
  });

  it('distinguishes Arabic letters that readers do not confuse', () => {
    const letters = Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهويپچڤگڭ');
    expect(new Set(letters.map(searchKey)).size).toBe(letters.length);
  });

  it('is the same for composed and decomposed letters, and idempotent', () => {
    expect(searchKey('Tétouan'.normalize('NFD'))).toBe(searchKey('Tétouan'.normalize('NFC')));
    expect(searchKey(searchKey('Été à l’Île'))).toBe(searchKey('Été à l’Île'));
  });
});

it('compares place names by letters and digits', () => {
  expect(placeKey("M'diq - Fnideq")).toBe('mdiqfnideq');
  expect(placeKey('طنجة-أصيلة')).toBe('طنجهاصيله');
  expect(placeKey('--')).toBe('');
});

it('escapes the wildcards of LIKE', () => {
  expect(likeLiteral(String.raw`50%_a\b`)).toBe(String.raw`50\%\_a\\b`);
});

describe('codes of new items', () => {
  it('are Latin capitals, digits and underscores', () => {
    expect(codeFromText(' Étude d’impact (2026) ')).toBe('ETUDE_D_IMPACT_2026');
    expect(codeFromText('دراسة')).toBe('');
    expect(codeFromText('a'.repeat(200))).toHaveLength(60);
  });

  it('are unique: the wanted code or the next number', () => {
    expect(freeCode('RIB', 'DOCUMENT', new Set())).toBe('RIB');
    expect(freeCode('RIB', 'DOCUMENT', new Set(['RIB', 'RIB_2']))).toBe('RIB_3');
    expect(freeCode('', 'DOCUMENT', new Set(['DOCUMENT_1']))).toBe('DOCUMENT_2');
  });
});

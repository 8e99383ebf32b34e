import { readFileSync } from 'node:fs';
import path from 'node:path';

import { langs } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { sortForLanguage } from './reference-choices.ts';

const file = path.join(import.meta.dirname, '../../../../../prisma/seed/reference/lists/PAYS.json');
const { items } = JSON.parse(readFileSync(file, 'utf8')) as {
  items: { code: string; libelle: Record<string, string> }[];
};

it.each(langs)('countries follow the reader’s alphabet, with Morocco first: %s', (lang) => {
  const choices = items.map(({ code, libelle }) => ({ value: code, label: libelle[lang] ?? '' }));
  const [first, ...rest] = sortForLanguage(choices, 'PAYS', lang);
  expect(first?.value).toBe('MA');
  const { compare } = new Intl.Collator(lang);
  for (const [index, { label }] of rest.slice(1).entries()) {
    expect(compare(rest[index]?.label ?? '', label)).toBeLessThanOrEqual(0);
  }
});

it('the sort applies each language’s rules for accents and hamza', () => {
  const order = (list: 'PAYS' | 'PROVINCE', lang: 'fr' | 'ar', ...labels: string[]) =>
    sortForLanguage(
      labels.map((label) => ({ value: label, label })),
      list,
      lang,
    ).map(({ label }) => label);
  expect(order('PAYS', 'fr', 'Zambie', 'Émirats', 'Espagne', 'Égypte')).toEqual([
    'Égypte',
    'Émirats',
    'Espagne',
    'Zambie',
  ]);
  expect(order('PROVINCE', 'ar', 'وجدة', 'تطوان', 'أكادير', 'الحسيمة')).toEqual([
    'أكادير',
    'الحسيمة',
    'تطوان',
    'وجدة',
  ]);
});

it('lists with a defined order keep this order', () => {
  const levels = [
    { value: 'SANS', label: 'Sans diplôme' },
    { value: 'BAC', label: 'Baccalauréat' },
  ];
  expect(sortForLanguage(levels, 'NIVEAU_ETUDE', 'fr')).toEqual(levels);
});

it.each(['PROVINCE', 'PRIME_TERRITORIALE'] as const)(
  'the provinces of the region come first in %s',
  (list) => {
    const choices = [
      { value: '09.001', label: 'Agadir' },
      { value: '01.571', label: 'Tétouan' },
      { value: '06.101', label: 'Casablanca' },
      { value: '01.051', label: 'Al Hoceima' },
    ];
    const sorted = sortForLanguage(choices, list, 'fr').map(({ label }) => label);
    expect(sorted).toEqual(['Al Hoceima', 'Tétouan', 'Agadir', 'Casablanca']);
  },
);

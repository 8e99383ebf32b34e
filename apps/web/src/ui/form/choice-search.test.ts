import { describe, expect, it } from 'vitest';

import { choiceSearch, type OtherNames } from './choice-search.ts';

const options = [
  { value: '01.511', label: 'Tanger-Assilah', disabled: false },
  { value: '01.573', label: 'M’diq-Fnideq', disabled: false },
  { value: '01.571', label: 'Tétouan', disabled: false },
  { value: '04.421', label: 'Salé', disabled: false },
  { value: 'SO', label: 'Somalie', disabled: false },
  { value: 'ML', label: 'Mali', disabled: false },
  { value: '+212', label: '\u2066+212\u2069 · Maroc', disabled: false },
];
const names: Record<string, string[]> = {
  '01.511': ['Tangier-Assilah', 'طنجة-أصيلة', 'Tánger-Asilah'],
  '01.571': ['تطوان', 'Tetuán'],
  '04.421': ['سلا'],
  ML: ['مَالِي'],
};
const otherNames: OtherNames = { fetch: () => undefined, of: (value) => names[value] ?? [] };

const none: OtherNames = { fetch: () => undefined, of: () => [] };

function found(search: string, known = otherNames): string[] {
  return choiceSearch(known)({ options, search, limit: 100 }).map((option) =>
    'value' in option ? option.value : '',
  );
}

describe('the search in a list', () => {
  it.each([
    ['Tanger', ['01.511']],
    ['tangier', ['01.511']],
    ['طنجة', ['01.511']],
    // Common spellings: without hamza, with ه for ة.
    ['طنجه', ['01.511']],
    ['اصيلة', ['01.511']],
    ['tetouan', ['01.571']],
    ['TETUAN', ['01.571']],
    ['sale', ['04.421']],
    ['m diq', ['01.573']],
    ['mdiq', ['01.573']],
    ["m'diq fni", ['01.573']],
    ['مالي', ['ML']],
    ['+212', ['+212']],
    ['٢١٢', ['+212']],
    ['', ['01.511', '01.573', '01.571', '04.421', 'SO', 'ML', '+212']],
    ['zzz', []],
  ])('finds an item by any of its names, in any spelling: %s', (search, expected) => {
    expect(found(search)).toEqual(expected);
  });

  it('lists matches at the beginning first', () => {
    expect(found('mali')).toEqual(['ML', 'SO']);
  });

  it('uses the displayed names until the other names are loaded', () => {
    expect(found('Tangier', none)).toEqual([]);
    expect(found('tetouan', none)).toEqual(['01.571']);
  });
});

import { describe, expect, it } from 'vitest';

import { readHeader, type Column } from './header.ts';

const columns: Column<'nom' | 'city' | 'phone'>[] = [
  { name: 'nom', isRequired: true, titles: ['Nom de famille', 'Apellido'] },
  { name: 'city', isRequired: true, titles: [] },
  { name: 'phone', isRequired: false, titles: [] },
];
const read = (...cells: string[]) => {
  const result = readHeader(cells, columns);
  if (result.faults) throw new Error(JSON.stringify(result.faults));
  return result.header;
};
const faultsOf = (...cells: string[]) => {
  const result = readHeader(cells, columns);
  return result.faults ?? null;
};

describe('a header', () => {
  it('is accepted in any order, by names and titles, regardless of case, accents and spaces', () => {
    const header = read('Phone', ' NOM DE FAMILLE ', 'Cïty');
    expect(header.width).toBe(3);
    expect([...header.indexOf]).toEqual([
      ['phone', 0],
      ['nom', 1],
      ['city', 2],
    ]);
    expect(header.titleOf.get('nom')).toBe('NOM DE FAMILLE');
    expect(read('apellido', 'city').indexOf.get('nom')).toBe(0);
    expect(read('Apellido *\n(obligatorio)', 'city').indexOf.get('nom')).toBe(0);
  });

  it('omits untitled columns and the column of faults, and preserves their positions', () => {
    const header = read('nom', '', '  ', 'city', 'Erreurs', 'Errors: 3');
    expect(header.width).toBe(6);
    expect(header.isTitled).toEqual([true, false, false, true, true, true]);
    expect(header.indexOf.get('city')).toBe(3);
    expect(header.indexOf.size).toBe(2);
  });

  it('is refused without a required column, and accepted without an optional column', () => {
    expect(faultsOf('phone')).toEqual({ unknown: [], twice: [], missing: ['nom', 'city'] });
    expect(faultsOf('nom', 'city')).toBeNull();
  });

  it('is refused with an unknown or repeated column, which is quoted as written', () => {
    expect(faultsOf('nom', 'city', ' Taille ', 'Nom de famille')).toEqual({
      unknown: ['Taille (C)'],
      twice: ['Nom de famille (D)'],
      missing: [],
    });
    expect(faultsOf('nom', 'city', 'Erreurs trouvées')?.unknown).toEqual(['Erreurs trouvées (C)']);
  });

  it('reports at most twenty columns, each shortened to sixty letters', () => {
    const many = Array.from({ length: 30 }, (_, n) => `x${String(n)}`);
    expect(faultsOf('nom', 'city', ...many)?.unknown).toHaveLength(20);
    const doubled = Array.from({ length: 30 }, () => 'city');
    expect(faultsOf('nom', 'city', ...doubled)?.twice).toHaveLength(20);
    expect(faultsOf('nom', 'city', 'y'.repeat(100))?.unknown).toEqual([`${'y'.repeat(60)} (C)`]);
  });
});

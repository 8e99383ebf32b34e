import { sampleIndividual, samplePerson } from '@wasl/contracts/testing';

import type { factories } from './factories.ts';
import { makeXlsx } from './spreadsheets.ts';

/** A line of a people file: a student of Al Hoceima with every required column. */
export const listedPerson = {
  email: 'one@example.org',
  ...samplePerson,
  prenom: 'Amina',
  city: 'Al Hoceima',
  province: '01.051',
  phone: '0612345678',
  typeBeneficiaire: 'particulier',
  ...sampleIndividual,
  numCin: 'R123456',
} as const;
/** Overridden cells of a line; a number where a spreadsheet would convert the text. */
export type OtherCells = Partial<Record<keyof typeof listedPerson, string | number | null>>;

/** Titles in the order of the cells: `email` is A, `nom` B, `phone` L. */
export const peopleTitles = Object.keys(listedPerson) as (keyof typeof listedPerson)[];

export function personCells(over: OtherCells = {}): (string | number | null)[] {
  return Object.values({ ...listedPerson, ...over });
}

export function peopleFile(...people: readonly OtherCells[]): Buffer {
  return makeXlsx([[...peopleTitles], ...people.map(personCells)]);
}

/** Inserts the reference items that `listedPerson` names. */
export async function addPeopleLists(make: ReturnType<typeof factories>): Promise<void> {
  await make.anItem('PAYS', { code: 'MA', libelleFr: 'Maroc', libelleAr: 'المغرب' });
  await make.anItem('PROVINCE', { code: '01.051', libelleFr: 'Al Hoceïma' });
  await make.anItem('NIVEAU_ETUDE', {
    code: 'LICENCE',
    libelleFr: 'Licence',
    libelleEn: 'Bachelor',
  });
  await make.anItem('PROFIL', { code: 'ETUDIANT', libelleFr: 'Étudiant' });
  await make.anItem('SECTEUR_ACTIVITE', { code: 'TOURISME', libelleFr: 'Tourisme' });
}

import { sampleIndividual, samplePerson } from '@wasl/contracts/testing';

import type { factories } from './factories.ts';
import { makeXlsx } from './spreadsheets.ts';

/** A line of a file of people: a student of Al Hoceima, every column that one of them needs. */
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
/** What another line says instead; a number where a person's spreadsheet made one of it. */
export type OtherCells = Partial<Record<keyof typeof listedPerson, string | number | null>>;

/** The titles of such a file, in the order of its cells: `email` is A, `nom` B, `phone` L. */
export const peopleTitles = Object.keys(listedPerson) as (keyof typeof listedPerson)[];

/** The cells of one line. */
export function personCells(over: OtherCells = {}): (string | number | null)[] {
  return Object.values({ ...listedPerson, ...over });
}

/** A workbook with its titles and a line for each of these. */
export function peopleFile(...people: readonly OtherCells[]): Buffer {
  return makeXlsx([[...peopleTitles], ...people.map(personCells)]);
}

/** Adds the values of the lists that `listedPerson` names. */
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

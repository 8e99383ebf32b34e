import {
  individualDto,
  organizationDto,
  personShape,
  qualificationBody,
  simulateBody,
  simulateNordevBody,
  updatePartnerBody,
} from '@wasl/contracts';
import {
  sampleCompany,
  sampleContact,
  sampleIndividual,
  samplePasswords,
  samplePerson,
} from '@wasl/contracts/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { ApiError } from '../../lib/http/http.ts';
import { formCodec } from './codec.ts';
import { withRules } from './rules.ts';
import { fieldAt, serverFaults } from './server-faults.ts';

const { partner, ...profile } = updatePartnerBody.in.shape;
const amounts = { fraisRecherche: 1, fraisTransfert: 2.5 };

/** Each form derived from the contract, with sample values from the server or a user. */
const forms: readonly (readonly [
  name: string,
  object: z.ZodObject,
  filled: Readonly<Record<string, unknown>>,
])[] = [
  [
    'the sign-up',
    z.object(personShape),
    { ...samplePerson, ...samplePasswords, email: 'salma@example.org' },
  ],
  ['an individual', individualDto, sampleIndividual],
  ['a company', organizationDto, sampleCompany],
  ['the profile', z.object(profile), sampleContact],
  [
    'the organisation',
    partner.unwrap(),
    {
      version: 3,
      title: 'CRI',
      description: 'Guichet',
      areas: ['TOURISME', 'PECHE'],
      supportTypes: ['CONSEIL'],
      category: 'PUBLIC',
      services: ['ETUDE'],
      phone: '+212539300300',
      whatsapp: '+212661300300',
      email: 'accueil@cri.ma',
      address: '2, rue du Port',
      openingHours: '8h30 – 16h30',
      website: 'https://cri.ma',
      titleEn: 'Regional centre',
      descriptionEn: 'One-stop shop',
      titleAr: 'المركز الجهوي',
      descriptionAr: 'شباك',
      titleEs: 'Centro regional',
      descriptionEs: 'Ventanilla única',
      confirmed: ['ar'],
    },
  ],
  [
    'the survey',
    qualificationBody.in,
    {
      commentaire: 'Ouvrir un atelier',
      typeBenef: 'Morale',
      numberOfJobs: 'J1',
      revenue: 'R1',
      projectIdea: 'Projet en exploitation',
      projectMaturity: 'IDEE',
      expectedNumberOfJobs: 'J2',
      investmentAmount: 'M1',
      revenueOfProject: 'R2',
      lookingFor: ['FORMATION', 'AUTRE'],
      lookingForOtherThing: 'un local',
      dejaAccompagne: 'oui',
      department: 'CRI',
      service: 'Guichet unique',
    },
  ],
  [
    'the general simulator',
    simulateBody,
    {
      intituleProjet: 'Usine',
      consistanceProjet: 'Pièces',
      effectif: 120,
      secteurActivite: 'INDUSTRIE',
      typeIndustrie: 'AUTOMOBILE',
      metierAvenir: 'Oui',
      localisationProjet: 'ZONE_A',
      projetInvestissementDurable: 'Non',
      tauxIntegrationLocale: 40,
      fraisEtude: amounts,
      terrainNu: 'Non',
      typeFoncier: ['Public'],
      foncierPublic: { acquisitionTerrain: 1000, locationTerrain: '' },
      foncierPrive: { acquisitionTerrain: '', locationTerrain: '' },
      infrastructure: { infraExternes: 1, infraInternes: 2 },
      constructions: { genieCivile: 3, travauxAmenagement: 4 },
      equipements: 5_000_000,
      masseSalarialeTotale: 6,
      masseSalarialeFeminine: 7,
    },
  ],
  [
    'the NORDEV simulator',
    simulateNordevBody,
    {
      categorieEntreprise: 'PME',
      intituleProjet: 'Atelier',
      consistanceProjet: 'Tissage',
      nombreEmploiStableCree: 12,
      secteurActivite: 'ARTISANAT',
      localisationProjet: 'CHEFCHAOUEN',
      montantTotalInvestissement: 1_000_000,
      masseSalarialeTotale: 5000,
      masseSalarialeFeminine: 2500,
      masseSalarialeJeuneNEET: 0,
      masseSalarialePersonneHandicap: 0,
      businessModelInnovant: 'Oui',
      produitServiceInnovant: 'Non',
      technologieInnovante: 'Non',
      projetMciOmpicCri: 'Non',
      mesureEconomieEau: 'Oui',
      utilisationEnergieRenouvelable: 'Non',
      mesureEfficaciteEnergitique: 'Non',
      autreMesureEnvironnementale: 'Non',
      substitutionImportation: 'faible',
      chiffreAffaire: 1,
      chiffreAffaireExport: 0,
      convergenceVocationTerritoriale: 'moyenne',
      dejaBeneficierConventionInvestissement: 'Non',
    },
  ],
];

function pathsOf(values: object, at = ''): string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pathsOf(value, `${at}${name}.`)
      : [at + name],
  );
}

describe.each(forms)('%s', (_name, object, filled) => {
  const codec = formCodec(object);

  it('has a field for every member of the contract, without a selection at first', () => {
    expect(Object.keys(codec.empty)).toEqual(Object.keys(object.shape));
    const fields = pathsOf(codec.empty).length;
    expect(fields).toBe(pathsOf(filled).length);
    const kinds = Object.values<unknown>(codec.empty).map((value) =>
      typeof value === 'object' && value !== null ? 'list or group' : value,
    );
    expect(['', null, 'list or group']).toEqual(expect.arrayContaining(kinds));
  });

  it('is restored from the wire format with every field, and matches the contract', () => {
    expect(codec.valuesOf(filled)).toEqual(filled);
    const sent = codec.wireOf(codec.valuesOf(filled));
    expect(object.safeParse(sent).error).toBeUndefined();
    expect(codec.valuesOf(sent)).toEqual(filled);
  });

  it('maps a nested fault of the server to its field', () => {
    for (const path of pathsOf(codec.empty))
      for (const below of ['', '.0', '.code', '.0.code'])
        expect(fieldAt(codec.empty, path + below)).toBe(path);
  });
});

describe('the conversion between form and wire format', () => {
  const codec = formCodec(qualificationBody.in);

  it('sends a list item as its code, and splits several codes of one text', () => {
    const person = formCodec(individualDto, (code) => ({ code }));
    const values = person.valuesOf({ profil: { code: 'ETUDIANT', libelle: 'Étudiant' } });
    expect(values).toEqual({ numCin: '', profil: 'ETUDIANT', area: null });
    expect(person.wireOf(values).profil).toEqual({ code: 'ETUDIANT' });
    expect(codec.valuesOf({ lookingFor: 'FORMATION,AUTRE' }).lookingFor).toEqual([
      'FORMATION',
      'AUTRE',
    ]);
    expect(codec.valuesOf({ lookingFor: '' }).lookingFor).toEqual([]);
  });

  it('sends blank text as null for nullable members, and unchanged for required members', () => {
    expect(codec.wireOf({ ...codec.empty, department: ' ', commentaire: ' ' })).toMatchObject({
      department: null,
      commentaire: ' ',
    });
  });
});

it('applies a rule on two fields in addition to the faults of other fields', () => {
  const both = withRules(z.object({ a: z.string(), b: z.string(), c: z.string() }), [
    { at: 'b', fault: 'validation.phone', isBroken: ({ a, b }) => a !== b },
  ]);
  const paths = both
    .safeParse({ a: 'x', b: 'y', c: null })
    .error?.issues.map(({ path }) => path[0]);
  expect(paths).toEqual(['c', 'b']);
});

describe('a fault of the server', () => {
  const fault = { path: 'areas.0', code: 'unknownCode', message: 'Inconnu' };
  const refused = new ApiError(400, { code: 'INVALID_INPUT', message: 'Non', errors: [fault] });
  const taken = new ApiError(409, { code: 'EMAIL_TAKEN', message: 'Pris' });

  it('is shown at its field, or at the field of its code', () => {
    const places = { codes: { EMAIL_TAKEN: 'email' }, fields: { 'areas.0': 'area' } };
    expect(serverFaults(refused, { areas: [] })).toEqual([{ field: 'areas', message: 'Inconnu' }]);
    expect(serverFaults(refused, {}, places)).toEqual([{ field: 'area', message: 'Inconnu' }]);
    expect(serverFaults(taken, {}, places)).toEqual([{ field: 'email', message: 'Pris' }]);
    expect(serverFaults(taken, {})).toEqual([]);
    expect(serverFaults(new TypeError('other'), {}, places)).toEqual([]);
  });
});

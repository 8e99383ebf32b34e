import {
  inBody,
  personBody,
  sampleCompany,
  sampleIndividual,
  sampleNewOrganisation,
} from '@wasl/contracts/testing';
import { afterEach } from 'vitest';

import type { TestApp } from './create-test-app.ts';

/** Inserts the seed's reference items that the samples below name. */
export async function makeLists({ make }: Pick<TestApp, 'make'>): Promise<void> {
  const items: [string, string, string, string?][] = [
    ['NIVEAU_ETUDE', 'LICENCE', 'Licence'],
    ['PAYS', 'MA', 'Maroc'],
    ['PAYS', 'FR', 'France'],
    ['PROFIL', 'ETUDIANT', 'Étudiant'],
    ['PROFIL', 'RETRAITE', 'Retraité'],
    ['SECTEUR_ACTIVITE', 'TOURISME', 'Tourisme'],
    ['SECTEUR_ACTIVITE', 'AGRICULTURE', 'Agriculture'],
    ['PROVINCE', '01.573', "M'diq-Fnideq", 'المضيق-الفنيدق'],
    ['PROVINCE', '01.511', 'Tanger-Assilah', 'طنجة-أصيلة'],
    ['PROVINCE', '01.571', 'Tétouan', 'تطوان'],
    ['LOOKING_FOR', 'FINANCEMENT', 'Financement'],
    ['LOOKING_FOR', 'FORMATION', 'Formation'],
    ['TYPE_SUPPORT', 'CONSEIL', 'Conseil'],
    ['CATEGORIE_ORGANISME', 'PUBLIC', 'Organisme public'],
    ['SERVICE', 'ETUDE', 'Étude de faisabilité'],
  ];
  for (const [parent, code, libelleFr, libelleAr] of items) {
    await make.anItem(parent, { code, libelleFr, ...(libelleAr ? { libelleAr } : {}) });
  }
}

let count = 0;
export function newEmail(): string {
  count += 1;
  return `nouvelle.personne.${String(count)}@example.org`;
}

function aPerson() {
  return {
    ...personBody,
    email: newEmail(),
    countryOfResidence: 'FR',
    phone: '(+212) 612 34 56 78',
  };
}

/** Sign-up body of an individual. */
export function anIndividual() {
  return {
    ...aPerson(),
    role: { name: 'BENEFICIAIRE' },
    individualDto: { ...inBody(sampleIndividual), numCin: 'l123456' },
  };
}

/** Sign-up body of a company. */
export function aCompany() {
  return {
    ...aPerson(),
    role: { name: 'BENEFICIAIRE' },
    organizationDto: inBody(sampleCompany),
  };
}

export async function signedUp(
  { anonymous, db }: Pick<TestApp, 'anonymous' | 'db'>,
  body: { readonly email: string } = anIndividual(),
) {
  await anonymous.post('/utilisateurs/signUpBeneficiary', body).expect(201);
  return await db.user.update({
    where: { email: body.email },
    data: { emailConfirmedAt: new Date() },
  });
}

/** Sign-up body of an agent of this organisation. */
export function anAgentOf(partnerId: number) {
  return { ...aPerson(), role: { name: 'PARTENAIRE' }, partner: { id: partnerId } };
}

export function anAgentOfNew(title: string) {
  return {
    ...aPerson(),
    role: { name: 'PARTENAIRE' },
    partner: { id: null, ...sampleNewOrganisation, title },
  };
}

export async function mailedToken(
  app: Pick<TestApp, 'mails'>,
  to: string,
  template: string,
): Promise<string> {
  const mail = (await app.mails()).findLast((one) => one.to === to && one.template === template);
  const token = mail?.params.token;
  if (typeof token !== 'string') throw new Error(`No ${template} was written to ${to}`);
  return token;
}

/** Confirms an address with the mailed link and the password of the sample bodies, in a browser without a cookie. */
export async function confirmMailed(
  app: Pick<TestApp, 'mails' | 'anonymous'>,
  email: string,
): Promise<void> {
  const token = await mailedToken(app, email, 'confirmAddress');
  const { password } = personBody;
  await app.anonymous.post(`/email/confirm/${token}/password`, { password }).expect(200);
}

/**
 * A clock that a test moves. It starts at the present, as the database's own columns do, and resets after each test.
 */
export function movableClock({ isFrozen = false } = {}) {
  let offsetMs = 0;
  const startedAt = Date.now();
  const reset = () => {
    offsetMs = 0;
  };
  afterEach(reset);
  return {
    now: () => new Date((isFrozen ? startedAt : Date.now()) + offsetMs),
    advance: (seconds: number) => {
      offsetMs += seconds * 1000;
    },
    reset,
  };
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A picture of one pixel. */
export const png = Buffer.from(pixel, 'base64');
export const gif = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

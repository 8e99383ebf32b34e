import { inBody, personBody, sampleCompany, sampleIndividual } from '@wasl/contracts/testing';
import { afterEach } from 'vitest';

import type { TestApp } from './create-test-app.ts';

/** The reference items that the samples below name, as the seed has them. */
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
/** An address that nobody has yet. */
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

/** Body of an individual's sign-up. */
export function anIndividual() {
  return {
    ...aPerson(),
    role: { name: 'BENEFICIAIRE' },
    individualDto: { ...inBody(sampleIndividual), numCin: 'l123456' },
  };
}

/** Body of a company's sign-up. */
export function aCompany() {
  return {
    ...aPerson(),
    role: { name: 'BENEFICIAIRE' },
    organizationDto: inBody(sampleCompany),
  };
}

/** A beneficiary who has signed up by that body, and confirmed the address. */
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

/** Body of the sign-up of an agent of the organisation with this id. */
export function anAgentOf(partnerId: number) {
  return { ...aPerson(), role: { name: 'PARTENAIRE' }, partner: { id: partnerId } };
}

/** Body of the sign-up of an agent with a new organisation. */
export function anAgentOfNew(title: string) {
  return {
    ...aPerson(),
    role: { name: 'PARTENAIRE' },
    partner: {
      id: null,
      title,
      description: 'Accompagne les coopératives',
      areas: [{ code: 'AGRICULTURE' }],
    },
  };
}

/** The secret of the latest mail of the template to this address. */
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

/** Confirms an address with the mailed link and the password of {@link anIndividual} and its like, in no particular browser. */
export async function confirmMailed(
  app: Pick<TestApp, 'mails' | 'anonymous'>,
  email: string,
): Promise<void> {
  const token = await mailedToken(app, email, 'confirmAddress');
  const { password } = personBody;
  await app.anonymous.post(`/email/confirm/${token}/password`, { password }).expect(200);
}

/** A clock that a test moves by hand; it starts at the present moment, which the database's own columns follow, and goes back to it after each test. */
export function movableClock({ isHeld = false } = {}) {
  let offsetMs = 0;
  const startedAt = Date.now();
  const reset = () => {
    offsetMs = 0;
  };
  afterEach(reset);
  return {
    now: () => new Date((isHeld ? startedAt : Date.now()) + offsetMs),
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

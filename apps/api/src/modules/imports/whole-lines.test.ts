import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { addPeopleLists, peopleFile, type OtherCells } from '../../testing/people-files.ts';
import { makeXlsx } from '../../testing/spreadsheets.ts';
import { columnTitle } from './words/index.ts';

interface Refusal {
  errors: { line: number; errors: string[] }[];
}

let client: TestClient;
let email: string;
const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  const service = await app.make.aService({
    code: 'ETUDE_MARCHE',
    libelleFr: 'Étude de marché',
    libelleEn: 'Market study',
  });
  const partner = await app.make.aPartner({ serviceItems: [service] });
  client = await app.as(await app.make.anAgent({ partnerId: partner.id }));
  ({ email } = await app.make.aBeneficiary({ openedBy: partner.id }));
  await addPeopleLists(app.make);
});

const uploadPeople = (bytes: Buffer, query = '') =>
  client
    .post(`/beneficiary/uploadCanevasBeneficiaires${query}`)
    .attach('file', bytes, 'beneficiaires.xlsx');
const uploadRequests = (bytes: Buffer) =>
  client.post('/requests/uploadCanevasDemandes').attach('file', bytes, 'demandes.csv');
/** Replaces the French non-breaking spaces. */
const faultsOf = (body: unknown): string[] =>
  (body as Refusal).errors.flatMap((one) => one.errors.map((text) => text.replace(/\s/g, ' ')));

describe('a line of beneficiaries', () => {
  it('reports all its faults at once, each with the right message', async () => {
    const { body } = await uploadPeople(
      peopleFile({
        email: 'adresse',
        nom: '',
        prenom: '=1+1',
        birthDate: '04/05/01',
        sex: 'X',
        nationality: 'Atlante',
        phone: '12',
        levelOfStudy: 'NOPE',
        typeBeneficiaire: 'autre',
        numCin: '12',
        profil: 'NOPE',
        area: '',
      }),
    ).expect(400);
    expect((body as Refusal).errors).toHaveLength(1);
    expect(faultsOf(body)).toEqual([
      'prenom (C2), « 1 » : Cette cellule contient une formule : remplacez-la par sa valeur.',
      expect.stringMatching(/^email \(/),
      'nom (B2) : Le nom est obligatoire. Écrivez au moins un mot.',
      'birthDate (D2) : L’année de « 04/05/01 » n’a que deux chiffres. Écrivez-la avec quatre, par exemple 31/03/2026.',
      'sex (E2) : « X » n’est pas reconnu. Écrivez : MASCULIN, FEMININ.',
      expect.stringMatching(/^nationality \(.*liste/),
      expect.stringMatching(/^phone \(/),
      expect.stringMatching(/^levelOfStudy \(.*liste/),
      'typeBeneficiaire (N2) : « autre » n’est pas reconnu. Écrivez : particulier, entreprise.',
      expect.stringMatching(/^numCin \(/),
      expect.stringMatching(/^profil \(.*liste/),
      expect.stringMatching(/^area \(/),
    ]);
  });

  it('accepts usual names, labels and number formats', async () => {
    const words: OtherCells[] = [
      { sex: 'Féminin', nationality: 'Marocaine', countryOfResidence: 'maroc' },
      { sex: 'F', nationality: 'marocain', typeBeneficiaire: 'Particulier' },
      { sex: 'HOMME', profil: 'étudiant', area: 'tourisme', codeCountry: null },
      { sex: 'أنثى', nationality: 'مغربية', levelOfStudy: 'licence' },
    ];
    const file = peopleFile(
      ...words.map((over, n) => ({ ...over, email: `w${String(n)}@example.org` })),
    );
    await uploadPeople(file).expect(200);
    const read = await app.db.user.findMany({
      where: { email: { startsWith: 'w' } },
      orderBy: { email: 'asc' },
      select: { sex: true, nationality: true, phone: true },
    });
    const phone = '+212612345678';
    expect(read).toEqual([
      { sex: 'FEMININ', nationality: 'MA', phone },
      { sex: 'FEMININ', nationality: 'MA', phone },
      { sex: 'MASCULIN', nationality: 'MA', phone },
      { sex: 'FEMININ', nationality: 'MA', phone },
    ]);
  });

  it('rejects M as ambiguous for a Spanish reader, because it may mean a woman', async () => {
    const file = peopleFile({ email: 'm@example.org', sex: 'M' });
    const agent = await app.make.anAgent({ lang: 'es' });
    const spanish = await app.as(agent);
    const call = '/beneficiary/uploadCanevasBeneficiaires?dryRun=true&lang=es';
    const { body } = await spanish.post(call).attach('file', file, 'b.xlsx').expect(400);
    expect(faultsOf(body)).toEqual([expect.stringContaining('«M»')]);
    await uploadPeople(file, '?dryRun=true').expect(200);
  });

  it('reports missing columns by the titles of the template, in the reader’s language', async () => {
    const { body } = await uploadPeople(makeXlsx([['email'], ['a@b.cd']]), '?lang=en').expect(400);
    const titles = (['nom', 'prenom', 'birthDate'] as const).map((name) => columnTitle(name, 'en'));
    expect(faultsOf(body)[0]).toContain(`: ${titles.join(', ')}, `);
  });
});

describe('a line of requests', () => {
  it('accepts its services by code or label, in any case, and only once', async () => {
    const file = Buffer.from(
      `email_beneficiaire;besoin;services\n${email};a;etude_marche\n${email};b;étude de MARCHÉ|Market study\n`,
    );
    await uploadRequests(file).expect(200);
  });

  it('is accepted with tabs in UTF-16, as Excel writes “Unicode text”', async () => {
    const text = `\uFEFFemail_beneficiaire\tbesoin\tservices\r\n${email}\tÉlevage\tETUDE_MARCHE\r\n`;
    await uploadRequests(Buffer.from(text, 'utf16le')).expect(200);
    const last = await app.db.supportRequest.findFirst({ orderBy: { id: 'desc' } });
    expect(last).toMatchObject({ description: 'Élevage' });
  });

  it('is refused for a year with two digits', async () => {
    const file = Buffer.from(
      `email_beneficiaire;besoin;services;date\n${email};a;ETUDE_MARCHE;04/05/26\n`,
    );
    const { body } = await uploadRequests(file).expect(400);
    expect(faultsOf(body)).toEqual([expect.stringContaining('n’a que deux chiffres')]);
  });
});

import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { langs } from '@wasl/contracts';
import ExcelJS from 'exceljs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type TestApp, type TestClient, useTestApp } from '../../testing/index.ts';
import {
  addPeopleLists,
  listedPerson,
  peopleTitles,
  type OtherCells,
} from '../../testing/people-files.ts';
import { columnLetters } from '../../platform/spreadsheets/cell-text.ts';
import { printFaults } from '../../testing/print-faults.ts';
import { makeXlsx, makeZip, sheetXml, workbookParts } from '../../testing/spreadsheets.ts';
import { beneficiaryColumns } from './beneficiary-columns.ts';
import { readHeader } from './header.ts';

const call = '/beneficiary/uploadCanevasBeneficiaires';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const ofCompanies = ['companyName', 'headquarter', 'ice', 'ifu'] as const;
const columns = [...peopleTitles, ...ofCompanies];
type Row = OtherCells & Partial<Record<(typeof ofCompanies)[number], string | number | null>>;

const individual: Row = listedPerson;
const company: Row = {
  ...individual,
  typeBeneficiaire: 'entreprise',
  profil: null,
  companyName: 'Miel du Rif',
  headquarter: 'Chefchaouen',
  ice: '001234567000012',
  ifu: '1234567',
};

interface Refusal {
  code: string;
  errors: { line: number; errors: string[] }[];
}

describe('importing beneficiaries', () => {
  let agent: Awaited<ReturnType<TestApp['make']['anAgent']>>;
  let client: TestClient;
  let count = 0;

  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    const partner = await app.make.aPartner({ title: 'Chambre du Nord' });
    agent = await app.make.anAgent({ partnerId: partner.id });
    client = await app.as(agent);
    await addPeopleLists(app.make);
    await app.make.anItem('PAYS', { code: 'FR', libelleFr: 'France' });
  });
  beforeEach(() => app.db.outboxMail.deleteMany());

  const person = (over: Row = {}): Row => {
    count += 1;
    return { ...individual, email: `person${String(count)}@example.org`, ...over };
  };
  const rowsOf = (rows: readonly (Row | null)[]) => [
    [...columns],
    ...rows.map((row) => (row === null ? null : columns.map((column) => row[column] ?? null))),
  ];
  const sheet = (...rows: (Row | null)[]): Buffer => makeXlsx(rowsOf(rows));
  const upload = (bytes: Buffer, query = '', name = 'beneficiaires.xlsx') =>
    client.post(call + query).attach('file', bytes, { filename: name, contentType: kind });
  const refused = async (bytes: Buffer, query = ''): Promise<Refusal['errors']> => {
    const before = await app.db.user.count();
    const { body } = await upload(bytes, query).expect(400);
    expect((body as Refusal).code).toBe('IMPORT_INVALID');
    expect(await app.db.user.count()).toBe(before);
    expect(await app.mails()).toEqual([]);
    return (body as Refusal).errors;
  };

  it('mentions the other sheets of a valid file, in the check and in the import', async () => {
    const workbook = new ExcelJS.Workbook();
    const first = workbook.addWorksheet('Personnes');
    for (const row of rowsOf([person()])) first.addRow(row);
    workbook.addWorksheet('Codes').addRow(['a']);
    workbook.addWorksheet('Suite').addRow(['b']);
    const bytes = Buffer.from(await workbook.xlsx.writeBuffer());
    const dry = await upload(bytes, '?dryRun=true').expect(200);
    const note = 'Seule la première feuille est lue. Les autres ne le sont pas\u00a0: Suite.';
    expect(dry.body).toMatchObject({ messages: [], preview: { lines: 1 }, notes: [note] });
    const done = await upload(bytes, '?lang=en').expect(200);
    expect(done.body).toMatchObject({
      imported: 1,
      notes: [expect.stringMatching(/first sheet.*Suite/)],
    });
    // The template's own sheet of codes needs no note.
    expect((await upload(sheet(person())).expect(200)).body).not.toHaveProperty('notes');
  });

  it('creates accounts without a password and invites each person, who can then choose one', async () => {
    const one = person({ email: 'Amina.Rif@Example.org' });
    const two = {
      ...company,
      email: 'coop@example.org',
      phone: '0612345679',
      ice: '001234567000012',
      birthDate: '04/05/1990',
      nationality: 'maroc',
      levelOfStudy: 'bachelor',
    };
    const { body } = await upload(sheet(one, null, two)).expect(200);
    expect(body).toEqual({ imported: 2, messages: ['Compte a été ajouté avec succès!'] });

    const users = await app.db.user.findMany({
      where: { email: { in: ['amina.rif@example.org', 'coop@example.org'] } },
      orderBy: { email: 'asc' },
      include: { profil: true, area: true, levelOfStudy: true, tokens: true },
    });
    expect(users).toMatchObject([
      {
        role: 'BENEFICIAIRE',
        passwordHash: null,
        emailConfirmedAt: null,
        nom: 'Alami',
        typeBeneficiaire: 'particulier',
        birthDate: new Date('2001-05-04'),
        phone: '+212612345678',
        numCin: 'R123456',
        profil: { code: 'ETUDIANT' },
        area: { code: 'TOURISME' },
        companyName: null,
        tokens: [{ kind: 'INVITATION', consumedAt: null }],
      },
      {
        typeBeneficiaire: 'entreprise',
        birthDate: new Date('1990-05-04'),
        nationality: 'MA',
        phone: '+212612345679',
        ice: '001234567000012',
        ifu: '1234567',
        companyName: 'Miel du Rif',
        profil: null,
        levelOfStudy: { code: 'LICENCE' },
      },
    ]);
    const mails = await app.mails();
    expect(mails).toMatchObject([
      {
        to: 'amina.rif@example.org',
        template: 'invitation',
        params: { name: 'Amina Alami', organisation: 'Chambre du Nord' },
      },
      { to: 'coop@example.org', template: 'invitation', params: { name: 'Miel du Rif' } },
    ]);
    const token = String(mails[0]?.params.token);
    expect(users[0]?.tokens[0]?.hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(await app.db.import.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      kind: 'BENEFICIARIES',
      rows: 2,
      agentId: agent.id,
    });

    const password = 'Rif#Montagne26';
    await app.anonymous
      .post(`/utilisateurs/savePassword/${token}`, { password, confirmPassword: password })
      .expect(200);
    await app.anonymous
      .post('/utilisateurs/signIn', { email: 'amina.rif@example.org', password })
      .expect(200);
  });

  it('reads Arabic-Indic digits in numbers that are stored as text', async () => {
    const row = {
      ...company,
      email: 'arqam@example.org',
      birthDate: '٠٤/٠٥/١٩٩٠',
      codeCountry: '٢١٢',
      phone: '٠٦ ١٢ ٣٤ ٥٦ ٧٩',
      numCin: 'R١٢٣٤٥٦',
      ice: '٠٠١٢٣٤٥٦٧٠٠٠٠١٢',
      ifu: '۱۲۳۴۵۶۷',
    };
    await upload(sheet(row)).expect(200);
    const user = await app.db.user.findUnique({ where: { email: 'arqam@example.org' } });
    expect(user).toMatchObject({
      birthDate: new Date('1990-05-04'),
      codeCountry: '+212',
      phone: '+212612345679',
      numCin: 'R123456',
      ice: '001234567000012',
      ifu: '1234567',
    });
  });

  it('lists every fault by line and column, in the reader’s language, and creates no account', async () => {
    const twin = person();
    const errors = await refused(
      sheet(
        twin,
        person({ nom: null }),
        { ...twin },
        person({
          nom: null,
          birthDate: '2190-01-01',
          sex: 'X',
          phone: '123',
          levelOfStudy: 'NOPE',
        }),
        person({ typeBeneficiaire: 'autre' }),
        person({ typeBeneficiaire: 'particulier', profil: null, numCin: '12' }),
        { ...company, email: 'company@example.org', ice: '12', headquarter: null },
        person({ nom: '=HYPERLINK("http://evil.example")' }),
        person({ nationality: 'ZZ' }),
      ),
      '?lang=en',
    );
    const at = (line: number): string[] =>
      errors.find((entry) => entry.line === line)?.errors ?? [];
    expect(errors.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(at(3)).toEqual(['nom (B3): The last name is required. Write at least one word.']);
    expect(at(4)).toEqual([
      `email (A4), “${twin['email'] ?? ''}”: This email is already on line 2. Keep one line for each person.`,
    ]);
    expect(at(5)).toEqual(
      expect.arrayContaining(['nom (B5): The last name is required. Write at least one word.']),
    );
    expect(at(5).map((text) => text.split(' ')[0])).toEqual([
      'nom',
      'birthDate',
      'sex',
      'phone',
      'levelOfStudy',
    ]);
    expect(at(6)).toEqual([
      `typeBeneficiaire (${columnLetters(columns.indexOf('typeBeneficiaire') + 1)}6): “autre” is not understood. Write one of: particulier, entreprise.`,
    ]);
    expect(at(7).map((text) => text.split(' ')[0])).toEqual(['numCin', 'profil']);
    expect(at(8).map((text) => text.split(' ')[0])).toEqual(['headquarter', 'ice']);
    expect(at(9)).toEqual([
      'nom (B9), “1”: This cell contains a formula: replace it with its value.',
    ]);
    expect(at(10)[0]).toMatch(
      /^nationality \([A-Z]10\), “ZZ”: This value is not in the list\. Write a code or a label/,
    );
  });

  it.each([
    [
      'an unknown title',
      () =>
        makeXlsx([
          ['email', 'salaire'],
          ['a@b.cd', '1'],
        ]),
      'Colonnes inconnues\u00a0: salaire',
    ],
    [
      'missing titles',
      () => makeXlsx([['email'], ['a@b.cd']]),
      'Colonnes manquantes\u00a0: Nom, Prénom, Date de naissance',
    ],
    ['no row', () => makeXlsx([[...columns]]), 'aucune ligne'],
    ['an empty sheet', () => makeXlsx([]), 'aucune ligne'],
    [
      'merged titles',
      () =>
        makeZip(
          workbookParts(
            sheetXml([[...columns]], '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>'),
          ),
        ),
      'cellules fusionnées (A1:C1)',
    ],
    ['a bomb', () => makeZip(workbookParts(Buffer.alloc(60_000_000, '<c/>'))), 'trop volumineux'],
    [
      'a column without a title',
      () =>
        makeXlsx([[...columns], [...columns.map((column) => individual[column] ?? ''), 'stray']]),
      'La cellule V2 («\u00a0stray\u00a0») est dans une colonne sans titre.',
    ],
  ])('refuses %s and leaves no data', async (_name, make, message) => {
    const errors = await refused(make());
    expect(errors[0]?.errors.join()).toContain(message);
    const folders = await readdir(app.deps.settings.dataDir, { recursive: true });
    expect(folders.filter((name) => /[0-9a-f]{32}(\.lines)?$/.test(path.basename(name)))).toEqual(
      [],
    );
  });

  it('refuses a file whose content does not match its name', async () => {
    await upload(Buffer.from('email;nom\n')).expect(415);
    await upload(sheet(person()), '', 'beneficiaires.csv').expect(415);
    await upload(makeZip([{ name: 'word/document.xml', content: '<x/>' }])).expect(415);
  });

  it('creates no duplicates for repeated and simultaneous files, or for the same addresses in another file', async () => {
    const rows = Array.from({ length: 120 }, () => person());
    const bytes = sheet(...rows);
    const statuses = await Promise.all([1, 2, 3].map(async () => (await upload(bytes)).status));
    expect(statuses.sort()).toEqual([200, 409, 409]);
    await upload(bytes).expect(409);
    const before = { users: await app.db.user.count(), mails: await app.db.outboxMail.count() };
    await upload(bytes, '?again=true').expect(200);
    expect({ users: await app.db.user.count(), mails: await app.db.outboxMail.count() }).toEqual(
      before,
    );
    const answers = await Promise.all(
      [1, 2].map(
        async (n) =>
          (
            await upload(
              sheet(
                person({ email: 'race@example.org' }),
                ...Array.from({ length: n }, () => person()),
              ),
            )
          ).status,
      ),
    );
    expect(answers).toEqual([200, 200]);
    expect(await app.db.user.count({ where: { email: 'race@example.org' } })).toBe(1);
    expect((await app.mails()).filter(({ to }) => to === 'race@example.org')).toHaveLength(1);
  });

  it('is allowed for agents only', async () => {
    const attach = (by: TestClient) => by.post(call).attach('file', sheet(person()), 'b.xlsx');
    await attach(app.anonymous).expect(401);
    await attach(await app.as(await app.make.aBeneficiary())).expect(403);
  });

  it('accepts the titles of every language, and each title is unique', () => {
    for (const lang of langs) {
      const titles = beneficiaryColumns.map((column) => column.titles[langs.indexOf(lang)] ?? '');
      const result = readHeader(titles, beneficiaryColumns);
      expect(
        'header' in result &&
          beneficiaryColumns.every(({ name }, index) => result.header.indexOf.get(name) === index),
      ).toBe(true);
    }
  });

  it('accepts the titles of earlier templates', () => {
    const titles: string[] = [...beneficiaryColumns.map(({ name }) => name)];
    const former = {
      email: 'E-mail',
      nom: 'Surname',
      province: 'Provincia',
      levelOfStudy: 'Niveau d’étude',
    };
    for (const [name, title] of Object.entries(former)) titles[titles.indexOf(name)] = title;
    const result = readHeader(titles, beneficiaryColumns);
    for (const name of beneficiaryColumns.map((column) => column.name))
      expect('header' in result && result.header.indexOf.get(name)).toBe(
        beneficiaryColumns.findIndex((column) => column.name === name),
      );
  });

  it.each(langs)(
    'offers an empty workbook in %s, which can be imported once it is filled in',
    async (lang) => {
      const answer = await client
        .get(`/beneficiary/canevas?lang=${lang}`)
        .buffer(true)
        .parse((res, done) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('end', () => done(null, Buffer.concat(chunks)));
        });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(kind);
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.load(answer.body as ArrayBuffer);
      expect(printFaults(workbook)).toEqual([]);
      const [first, codes] = workbook.worksheets;
      expect(first?.views[0]?.rightToLeft ?? false).toBe(lang === 'ar');
      expect(codes?.views[0]?.rightToLeft ?? false).toBe(lang === 'ar');
      const listed = (codes?.getColumn(2).values ?? []).map(String);
      expect(listed).toEqual(
        expect.arrayContaining(['ETUDIANT', 'TOURISME', 'LICENCE', 'MA', 'particulier', 'FEMININ']),
      );
      // The column of labels contains no bare code.
      const labels = (codes?.getColumn(3).values ?? []).map(String);
      expect(labels).not.toEqual(expect.arrayContaining(['MASCULIN']));
      expect(labels).not.toEqual(expect.arrayContaining(['particulier']));
      expect(first?.getCell('M2').dataValidation).toMatchObject({
        type: 'list',
        prompt: expect.any(String) as string,
      });

      if (lang === 'fr')
        expect(await refused(answer.body as Buffer)).toEqual([
          { line: 1, errors: [expect.stringContaining('aucune ligne')] },
        ]);
      const row = person();
      first?.addRow(columns.map((column) => row[column] ?? null));
      await upload(Buffer.from(await workbook.xlsx.writeBuffer())).expect(200);
      expect(await app.db.user.count({ where: { email: String(row.email) } })).toBe(1);
    },
  );
});

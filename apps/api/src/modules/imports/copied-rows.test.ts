import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { dayOf, langs, type Lang } from '@wasl/contracts';
import { sampleCompany } from '@wasl/contracts/testing';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';

import { adminOn } from '../../testing/admin.ts';
import { type TestClient, useTestApp, useTestFolder } from '../../testing/index.ts';
import { addPeopleLists, listedPerson } from '../../testing/people-files.ts';
import { makeXlsx } from '../../testing/spreadsheets.ts';
import { personSelect } from '../accounts/index.ts';
import { exportedColumns, type WorklistColumn } from '../processing/index.ts';
import { beneficiaryColumnNames, type BeneficiaryColumn } from './beneficiary-columns.ts';
import { requestColumns, type RequestColumn } from './request-lines.ts';

type Format = 'csv' | 'xlsx';
type Target = BeneficiaryColumn | RequestColumn;
/** For each column of an export: the columns of the templates into which its cells are copied. */
type Copies<C extends string> = Readonly<Record<C, readonly Target[]>>;

/** Columns that no template has. */
const own: readonly Target[] = [];
const worklistCopies: Copies<WorklistColumn> = {
  numRequest: own,
  dateRequest: ['date'],
  beneficiary: ['companyName'],
  email: ['email', 'email_beneficiaire'],
  phone: ['phone'],
  city: ['city'],
  province: ['province'],
  service: ['services'],
  stepStatus: own,
  percent: own,
  assignedOn: own,
  ageDays: own,
  closedOn: own,
  delayDays: own,
  owner: own,
  awaitedDocuments: own,
  requestStatus: own,
  stars: own,
  ratingWords: own,
  description: ['besoin'],
  answers: own,
  prenom: ['prenom'],
  nom: ['nom'],
};
const administratorCopies: Copies<string> = {
  numRequest: own,
  dateRequest: ['date'],
  submittedAt: own,
  status: own,
  statusLibelle: own,
  percent: own,
  beneficiary: ['companyName'],
  email: ['email', 'email_beneficiaire'],
  phone: ['phone'],
  city: ['city'],
  province: ['province'],
  journeyDef: ['parcours'],
  services: ['services'],
  partners: own,
  steps: own,
  stepsProcessed: own,
  description: ['besoin'],
  answers: own,
  prenom: ['prenom'],
  nom: ['nom'],
};

type Cells = Partial<Record<Target, string | undefined>>;
interface ExportedRow {
  readonly numRequest: string;
  /** Under the columns of the templates. */
  readonly cells: Cells;
}
function copied(
  titles: readonly string[],
  copies: Copies<string>,
  row: readonly string[],
): ExportedRow {
  const cells = titles.flatMap((title, at) =>
    (copies[title] ?? []).map((column) => [column, row[at] ?? '']),
  );
  return { numRequest: row[0] ?? '', cells: Object.fromEntries(cells) as Cells };
}

/** A cell as a spreadsheet shows it. */
function shown({ value, text }: ExcelJS.Cell): string {
  if (!(value instanceof Date)) return text;
  const [day = '', time = ''] = value.toISOString().split('T');
  return `${day.split('-').reverse().join('/')} ${time.slice(0, 5)}`;
}

async function cellsOf(bytes: Buffer, format: Format): Promise<string[][]> {
  if (format === 'csv') return parse(bytes, { bom: true, delimiter: ';' });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  const sheet = workbook.worksheets[0];
  const columns = Array.from({ length: sheet?.columnCount ?? 0 }, (_, index) => index + 1);
  return (sheet?.getRows(1, sheet.rowCount) ?? []).map((row) =>
    columns.map((column) => shown(row.getCell(column))),
  );
}

type Item = Readonly<Record<string, string | null>>;
/** A member of a person's own data. */
type Member = string | number | null | undefined | Item;
type Members = Readonly<Record<string, Member>>;

const company = { ...listedPerson, ...sampleCompany, typeBeneficiaire: 'entreprise' } as const;
const url_video = 'https://youtu.be/abcdefghijk';
/** Columns of a person that an export and the template share. */
const columns = ['nom', 'prenom', 'phone', 'city', 'province', 'companyName'] as const;
const requestTitles = requestColumns.map(({ name }) => name);

describe('cells copied from an export into a template', () => {
  const folder = useTestFolder();
  const description = '=Ouvrir "vite"; un café\n+ une ruche';
  const filedOn = new Date('2026-02-03T10:20:00Z');
  let client: TestClient;
  let journeyId: number;
  let serviceIds: number[];
  /** The exported people: an individual and a company. */
  let people: { id: string; email: string }[];
  let numbers: string[];
  let count = 0;

  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    await addPeopleLists(app.make);
    await app.make.anItem('SECTEUR_ACTIVITE', { code: 'AGRICULTURE', libelleFr: 'Agriculture' });
    const aService = (text: string) =>
      app.make.aService({ libelleFr: text, libelleEn: text, libelleAr: text, libelleEs: text });
    const services = [await aService('Conseil juridique'), await aService('Accès au crédit')];
    serviceIds = services.map(({ id }) => id);
    const { id: partnerId } = await app.make.aPartner({ serviceItems: services });
    client = await app.as(await app.make.anAgent({ partnerId }));
    const journey = await app.make.aJourney({
      partnerId,
      titleFr: 'Créer son café',
      titleEn: 'Open a café',
      titleAr: 'افتح مقهى',
      titleEs: 'Abrir un café',
    });
    journeyId = journey.id;
    const others = {
      codeCountry: '+33',
      phone: '+33612345678',
      city: '-Imzouren',
      address: '+3, rue du Port; B',
      emailConfirmedAt: new Date(),
    };
    [people, numbers] = [[], []];
    for (const cells of [listedPerson, company]) {
      const { id } = await importPerson('fr', { ...cells, email: nextEmail() });
      people.push(await app.db.user.update({ where: { id }, data: others }));
      const made = {
        beneficiaryId: id,
        description,
        status: 'ENTAME',
        dateRequest: filedOn,
        urlVideo: url_video,
      } as const;
      for (const chosen of [{ serviceItems: services }, { journeyDefId: journeyId }]) {
        const { id: requestId, numRequest } = await app.make.aRequest({ ...made, ...chosen });
        numbers.push(numRequest);
        await app.make.aStep({ requestId, partnerId, titleItemId: serviceIds[0] ?? 0 });
      }
    }
  });

  const nextEmail = (): string => `copied.${String((count += 1))}@example.org`;
  const download = async (address: string, reader = client): Promise<Buffer> =>
    (await reader.get(address).responseType('blob').expect(200)).body as Buffer;

  async function worklist(lang: Lang, format: Format): Promise<ExportedRow[]> {
    const call = `/journeyInstanceProcessingSteps/export?format=${format}&lang=${lang}`;
    const { body } = await client.post(call, []).responseType('blob').expect(200);
    const [, ...lines] = await cellsOf(body as Buffer, format);
    return lines.map((cells) => copied(Object.keys(exportedColumns), worklistCopies, cells));
  }

  async function administrator(lang: Lang, format: Format): Promise<ExportedRow[]> {
    const file = path.join(folder, `${lang}.${format}`);
    await adminOn(app, ['requests', 'export', '--output', file, '--lang', lang], () => undefined);
    const [titles = [], ...lines] = await cellsOf(await readFile(file), format);
    expect(titles).toEqual(Object.keys(administratorCopies));
    return lines.map((cells) => copied(titles, administratorCopies, cells));
  }

  /** A person's own data, as they copy it from the file: a listed value by its code or one of its labels. */
  async function ownData(id: string, label: 'code' | `libelle${'Fr' | 'En' | 'Ar' | 'Es'}`) {
    const data = JSON.parse(
      String(await download('/utilisateurs/export', await app.as({ id }))),
    ) as Members & {
      readonly requests: readonly (Members & {
        readonly services: readonly { readonly item: Item }[];
      })[];
    };
    const textOf = (value: Member): string =>
      typeof value === 'object' && value !== null
        ? (value[label] ?? value['code'] ?? '')
        : String(value ?? '');
    return {
      person: Object.fromEntries(beneficiaryColumnNames.map((name) => [name, textOf(data[name])])),
      requests: data.requests.map((request) => ({
        email_beneficiaire: textOf(data['email']),
        besoin: textOf(request['description']),
        services: request.services.map(({ item }) => textOf(item)).join(' | '),
        parcours: textOf(request['journeyDefId']),
        date: textOf(request['dateRequest']),
        url_video: textOf(request['urlVideo']),
      })),
    };
  }

  /** Adds a line to the template, as a spreadsheet saves pasted cells. */
  async function importRequest(lang: Lang, cells: Cells) {
    const line = requestTitles
      .map((name) => `"${(cells[name] ?? '').replaceAll('"', '""')}"`)
      .join(';');
    const template = await download(`/requests/canevas?lang=${lang}`);
    const answer = await client
      .post('/requests/uploadCanevasDemandes?again=true')
      .attach('file', Buffer.concat([template, Buffer.from(`${line}\r\n`)]), 'demandes.csv');
    expect([answer.status, answer.body]).toMatchObject([200, { requests: { filed: 1 } }]);
    const { services, ...filed } = await app.db.supportRequest.findFirstOrThrow({
      orderBy: { id: 'desc' },
      include: { services: true },
    });
    return { ...filed, serviceIds: services.map(({ itemId }) => itemId).sort() };
  }

  async function storedPerson(where: { id: string } | { email: string }) {
    return await app.db.user.findUniqueOrThrow({
      where,
      select: { ...personSelect, typeBeneficiaire: true, id: true },
    });
  }

  async function importPerson(lang: Lang, cells: Cells) {
    const workbook = new ExcelJS.Workbook();
    const template = await download(`/beneficiary/canevas?lang=${lang}`);
    await workbook.xlsx.load(template as unknown as ArrayBuffer);
    workbook.worksheets[0]?.addRow(beneficiaryColumnNames.map((name) => cells[name] ?? ''));
    const answer = await client
      .post('/beneficiary/uploadCanevasBeneficiaires')
      .attach('file', Buffer.from(await workbook.xlsx.writeBuffer()), 'personnes.xlsx');
    expect([answer.status, answer.body]).toMatchObject([200, { imported: 1 }]);
    return await storedPerson({ email: cells.email ?? '' });
  }

  const exports = { worklist, administrator };
  describe.each(Object.keys(exports) as (keyof typeof exports)[])('of the %s', (name) => {
    it.each((['csv', 'xlsx'] as const).flatMap((format) => langs.map((lang) => [format, lang])))(
      'are accepted unchanged, column by column: %s in %s',
      async (format, lang) => {
        const rows = await exports[name](lang as Lang, format as Format);
        for (const [index, { email, id }] of people.entries()) {
          const lines = rows.flatMap(({ numRequest, cells }) =>
            cells.email === email && numbers.includes(numRequest) ? [cells] : [],
          );
          expect(lines).toHaveLength(2);
          const [line = {}] = lines;
          // An export has no prefix: the phone number begins with it.
          const others = {
            ...(index === 0 ? listedPerson : company),
            codeCountry: '',
          };
          const fresh = nextEmail();
          const person = await importPerson(lang as Lang, { ...others, ...line, email: fresh });
          const original = await storedPerson({ id });
          for (const column of columns) {
            expect(line[column]).not.toBe('');
            expect({ column, value: person[column] }).toEqual({ column, value: original[column] });
          }

          for (const row of lines) {
            const hasJourney = (row.parcours ?? '') !== '';
            expect(await importRequest(lang as Lang, row)).toMatchObject({
              beneficiaryId: id,
              description,
              dateRequest: filedOn,
              journeyDefId: hasJourney ? journeyId : null,
              // A row of the worklist is about one service.
              serviceIds: hasJourney ? [] : serviceIds.slice(0, name === 'worklist' ? 1 : 2),
            });
          }
        }
      },
    );
  });

  it.each(langs)('of the month report are accepted unchanged: %s', async (lang) => {
    const file = path.join(folder, `month.${lang}.xlsx`);
    const month = ['--month', dayOf(new Date()).slice(0, 7)];
    await adminOn(app, ['report', ...month, '--output', file, '--lang', lang], () => undefined);
    const rows = await cellsOf(await readFile(file), 'xlsx');
    const row = rows.find(([number]) => number === numbers[2]) ?? [];
    const [, , services, companyName] = row;
    const [prenom, nom] = row.slice(-2);
    const [, { email } = { email: '' }] = people;
    expect(await importRequest(lang, { email_beneficiaire: email, services })).toMatchObject({
      serviceIds: serviceIds.slice(0, 1),
    });
    const cells = { ...company, companyName, prenom, nom, email: nextEmail() };
    expect(await importPerson(lang, cells)).toMatchObject({
      companyName: company.companyName,
      prenom: company.prenom,
      nom: company.nom,
    });
  });

  it.each(['code', 'libelleFr', 'libelleEn', 'libelleAr', 'libelleEs'] as const)(
    'of a person’s own data are accepted unchanged, by %s',
    async (label) => {
      for (const { id } of people) {
        const { person, requests } = await ownData(id, label);
        const email = nextEmail();
        const { id: _copy, ...stored } = await importPerson('fr', { ...person, email });
        const { id: _id, ...original } = await storedPerson({ id });
        expect(stored).toEqual(original);
        for (const request of requests.slice(0, 2)) {
          const hasJourney = request.parcours !== '';
          expect(await importRequest('fr', request)).toMatchObject({
            beneficiaryId: id,
            description,
            dateRequest: filedOn,
            urlVideo: url_video,
            journeyDefId: hasJourney ? journeyId : null,
            serviceIds: hasJourney ? [] : serviceIds,
          });
        }
      }
    },
  );

  it.each(langs)('of a file of faults are accepted after their correction: %s', async (lang) => {
    const faultsOf = async (call: string, bytes: Buffer, name: string): Promise<Buffer> =>
      (
        await client
          .post(`${call}/faults?lang=${lang}`)
          .attach('file', bytes, name)
          .responseType('blob')
          .expect(200)
      ).body as Buffer;

    const cells = { ...company, address: '+3, rue du Port; B', city: '-Imzouren' };
    const [sent, titles] = [{ ...cells, email: 'x' }, beneficiaryColumnNames] as const;
    const rowOf = (from: Cells): string[] => titles.map((title) => from[title] ?? '');
    const faulty = await faultsOf(
      '/beneficiary/uploadCanevasBeneficiaires',
      makeXlsx([[...titles], rowOf(sent)]),
      'p.xlsx',
    );
    const [, row = []] = await cellsOf(faulty, 'xlsx');
    const back: Cells = Object.fromEntries(titles.map((title, at) => [title, row[at] ?? '']));
    expect(back).toEqual(Object.fromEntries(titles.map((title, at) => [title, rowOf(sent)[at]])));
    expect(await importPerson(lang, { ...back, email: nextEmail() })).toMatchObject({
      companyName: company.companyName,
      address: cells.address,
      city: cells.city,
    });

    const email = people[0]?.email ?? '';
    const request = [
      'x',
      description,
      String(serviceIds.length),
      '',
      '03/02/2026 11:20',
      url_video,
    ];
    const csv = [requestTitles, request].map((line) =>
      line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'),
    );
    const broken = await faultsOf(
      '/requests/uploadCanevasDemandes',
      Buffer.from(csv.join('\n')),
      'd.csv',
    );
    const [, line = []] = await cellsOf(broken, 'csv');
    const corrected: Cells = {
      ...Object.fromEntries(requestTitles.map((title, at) => [title, line[at] ?? ''])),
      email_beneficiaire: email,
      services: 'Accès au crédit',
    };
    expect(await importRequest(lang, corrected)).toMatchObject({
      description,
      dateRequest: filedOn,
      urlVideo: url_video,
    });
  });
});

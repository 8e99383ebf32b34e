import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { langs, type Lang } from '@wasl/contracts';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';

import { adminOn } from '../../testing/admin.ts';
import { type TestClient, useTestApp, useTestFolder } from '../../testing/index.ts';
import { addPeopleLists, listedPerson } from '../../testing/people-files.ts';
import { beneficiaryColumnNames } from './beneficiary-columns.ts';

type Format = 'csv' | 'xlsx';
type Row = Readonly<Record<string, string | undefined>>;

/** The columns of the worklist's export that a template has too, by position. */
const worklistColumns = {
  numRequest: 0,
  dateRequest: 1,
  email: 3,
  phone: 4,
  city: 5,
  province: 6,
  services: 7,
  description: 19,
};

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

describe('cells copied from an export into a template', () => {
  const folder = useTestFolder();
  const description = '=Ouvrir "vite"; un café\n+ une ruche';
  let client: TestClient;
  let journeyId: number;
  let serviceIds: number[];

  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    await addPeopleLists(app.make);
    const aService = (text: string) =>
      app.make.aService({ libelleFr: text, libelleEn: text, libelleAr: text, libelleEs: text });
    const services = [await aService('Conseil juridique'), await aService('Accès au crédit')];
    serviceIds = services.map(({ id }) => id);
    const { id: partnerId } = await app.make.aPartner({ serviceItems: services });
    client = await app.as(await app.make.anAgent({ partnerId }));
    const beneficiary = await app.make.aBeneficiary({
      openedBy: partnerId,
      phone: '+33612345678',
      city: '-Imzouren',
      province: '01.051',
    });
    const journey = await app.make.aJourney({
      partnerId,
      titleFr: 'Créer son café',
      titleEn: 'Open a café',
      titleAr: 'افتح مقهى',
      titleEs: 'Abrir un café',
    });
    journeyId = journey.id;
    const made = { beneficiaryId: beneficiary.id, description, status: 'ENTAME' } as const;
    for (const own of [{ serviceItems: services }, { journeyDefId: journeyId }]) {
      const { id: requestId } = await app.make.aRequest({ ...made, ...own });
      await app.make.aStep({ requestId, partnerId, titleItemId: serviceIds[0] ?? 0 });
    }
  });

  const download = async (address: string): Promise<Buffer> =>
    (await client.get(address).responseType('blob').expect(200)).body as Buffer;

  async function worklistRows(lang: Lang, format: Format): Promise<Row[]> {
    const call = `/journeyInstanceProcessingSteps/export?format=${format}&lang=${lang}`;
    const { body } = await client.post(call, []).responseType('blob').expect(200);
    const [, ...lines] = await cellsOf(body as Buffer, format);
    return lines.map((cells) =>
      Object.fromEntries(Object.entries(worklistColumns).map(([name, at]) => [name, cells[at]])),
    );
  }

  async function administratorRows(lang: Lang, format: Format): Promise<Row[]> {
    const file = path.join(folder, `${lang}.${format}`);
    await adminOn(app, ['requests', 'export', '--output', file, '--lang', lang], () => undefined);
    const [titles = [], ...lines] = await cellsOf(await readFile(file), format);
    return lines.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at]])));
  }

  /** Adds a line to the template, as a spreadsheet saves pasted cells. */
  async function importRequest(lang: Lang, row: Row) {
    const { email, description: besoin, services, journeyDef, dateRequest } = row;
    const line = [email, besoin, services, journeyDef, dateRequest, '']
      .map((cell = '') => `"${cell.replaceAll('"', '""')}"`)
      .join(';');
    const template = await download(`/requests/canevas?lang=${lang}`);
    const answer = await client
      .post('/requests/uploadCanevasDemandes?again=true')
      .attach('file', Buffer.concat([template, Buffer.from(`${line}\r\n`)]), 'demandes.csv');
    expect([answer.status, answer.body]).toMatchObject([200, { requests: { filed: 1 } }]);
    return await app.db.supportRequest.findFirstOrThrow({
      orderBy: { id: 'desc' },
      include: { services: true },
    });
  }

  async function importPerson(lang: Lang, { phone, city, province }: Row, email: string) {
    const workbook = new ExcelJS.Workbook();
    const template = await download(`/beneficiary/canevas?lang=${lang}`);
    await workbook.xlsx.load(template as unknown as ArrayBuffer);
    // An export has no prefix: the phone number begins with it.
    const person: Row = { ...listedPerson, phone, city, province, email, codeCountry: '' };
    workbook.worksheets[0]?.addRow(beneficiaryColumnNames.map((name) => person[name] ?? ''));
    const answer = await client
      .post('/beneficiary/uploadCanevasBeneficiaires')
      .attach('file', Buffer.from(await workbook.xlsx.writeBuffer()), 'personnes.xlsx');
    expect([answer.status, answer.body]).toMatchObject([200, { imported: 1 }]);
    return await app.db.user.findUniqueOrThrow({ where: { email: email.toLowerCase() } });
  }

  const exports = { worklistRows, administratorRows };
  it.each(
    (Object.keys(exports) as (keyof typeof exports)[]).flatMap((name) =>
      (['csv', 'xlsx'] as const).flatMap((format) =>
        langs.map((lang) => [name, format, lang] as const),
      ),
    ),
  )('are accepted as they are: %s as %s in %s', async (name, format, lang) => {
    const rows = (await exports[name](lang, format)).slice(0, 50);
    const copied = rows.filter((row) => row['description']?.includes('une ruche'));
    expect(copied.length).toBeGreaterThanOrEqual(2);
    const person = await importPerson(
      lang,
      copied[0] ?? {},
      `${name}.${format}.${lang}@example.org`,
    );
    expect(person).toMatchObject({ phone: '+33612345678', city: '-Imzouren', province: '01.051' });

    const [byService, byJourney] = [
      copied.find((row) => row['services'] !== ''),
      copied.find((row) => row['journeyDef'] !== undefined && row['journeyDef'] !== ''),
    ];
    const filed = await importRequest(lang, byService ?? {});
    expect(filed.description).toBe(description);
    expect(filed.services.map(({ itemId }) => itemId).sort()).toEqual(
      name === 'administratorRows' ? serviceIds : serviceIds.slice(0, 1),
    );
    if (name === 'administratorRows')
      expect(await importRequest(lang, byJourney ?? {})).toMatchObject({
        description,
        journeyDefId: journeyId,
        services: [],
      });
  });
});

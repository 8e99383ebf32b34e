import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { addPeopleLists, peopleTitles, personCells } from '../../testing/people-files.ts';

const path = '/beneficiary/uploadCanevasBeneficiaires';

interface Named {
  line: number;
  errors: string[];
}

describe('hidden content of a workbook', () => {
  let client: TestClient;
  let count = 0;
  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    const partner = await app.make.aPartner();
    client = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    await addPeopleLists(app.make);
  });

  /** Five people in rows 2 to 6. A filter hides row 3, row 4 is hidden manually, and row 5 has no visible height. */
  const workbookOf = async (
    change: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void = () => undefined,
  ): Promise<{ bytes: Buffer; emails: string[] }> => {
    count += 1;
    const emails = [2, 3, 4, 5, 6].map((row) => `ligne${String(row)}.${String(count)}@example.org`);
    const workbook = new ExcelJS.Workbook();
    const secret = workbook.addWorksheet('Secret', { state: 'hidden' });
    secret.addRow(['never read']);
    const sheet = workbook.addWorksheet('Personnes');
    sheet.addRow(peopleTitles);
    for (const email of emails) sheet.addRow(personCells({ email }));
    sheet.autoFilter = { from: 'A1', to: 'B6' };
    sheet.getRow(3).hidden = true;
    sheet.getRow(4).hidden = true;
    sheet.getRow(5).height = 0.5;
    change(sheet, workbook);
    return { bytes: Buffer.from(await workbook.xlsx.writeBuffer()), emails };
  };
  const send = (bytes: Buffer, query = '') =>
    client.post(path + query).attach('file', bytes, 'personnes.xlsx');
  const openedOf = async (emails: readonly string[]): Promise<string[]> => {
    const users = await app.db.user.findMany({ where: { email: { in: [...emails] } } });
    return users.map(({ email }) => email).sort();
  };

  it('is reported by the check: rows, columns and sheets', async () => {
    const { bytes } = await workbookOf((sheet) => {
      sheet.getColumn(peopleTitles.indexOf('city') + 1).hidden = true;
      sheet.getCell('C6').numFmt = ';;;';
    });
    const { body } = await send(bytes, '?dryRun=true').expect(200);
    const { preview, notes } = body as {
      preview: { lines: number; hidden: number; remarks: Named[] };
      notes: string[];
    };
    expect(preview).toMatchObject({ lines: 5, hidden: 5 });
    expect(preview.remarks.map(({ line }) => line)).toEqual([1, 3, 4, 5, 6]);
    expect(preview.remarks[0]?.errors[0]).toMatch(/^Colonnes masquées .*: I \(city\)\.$/);
    expect(preview.remarks[1]?.errors).toEqual(['Cette ligne est masquée dans le classeur.']);
    expect(preview.remarks[4]?.errors).toEqual([
      'Le format de ces cellules ne montre rien\u00a0: C6.',
    ]);
    expect(notes).toEqual([expect.stringContaining('Secret')]);
  });

  it('is not imported before the agent has decided about it', async () => {
    const { bytes, emails } = await workbookOf();
    const { body } = await send(bytes).expect(400);
    expect(body).toMatchObject({ code: 'IMPORT_INVALID', details: { faults: 0, hidden: 3 } });
    expect((body as { errors: Named[] }).errors.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(await openedOf(emails)).toEqual([]);
    expect(await app.mails()).toEqual([]);
  });

  it('is skipped or imported, as the agent decides', async () => {
    const one = await workbookOf();
    const left = await send(one.bytes, '?hidden=skip').expect(200);
    expect(left.body).toMatchObject({ imported: 2 });
    expect(await openedOf(one.emails)).toEqual([one.emails[0], one.emails[4]]);

    const another = await workbookOf();
    const all = await send(another.bytes, '?hidden=include').expect(200);
    expect(all.body).toMatchObject({ imported: 5 });
  });

  it('includes a hidden column, which is treated as missing', async () => {
    const { bytes } = await workbookOf((sheet) => {
      sheet.getColumn(peopleTitles.indexOf('city') + 1).hidden = true;
    });
    const { body } = await send(bytes, '?hidden=skip').expect(400);
    expect((body as { errors: Named[] }).errors).toMatchObject([
      { line: 1, errors: [expect.stringMatching(/^Colonnes manquantes/), expect.any(String)] },
    ]);
  });

  it('includes a cell whose format shows nothing', async () => {
    const { bytes } = await workbookOf((sheet) => {
      sheet.getCell('B6').numFmt = ';;;';
    });
    const { body } = await send(bytes, '?hidden=skip').expect(400);
    expect((body as { errors: Named[] }).errors).toEqual([
      { line: 6, errors: [expect.stringMatching(/^nom \(B6\).*obligatoire/)] },
    ]);
  });
});

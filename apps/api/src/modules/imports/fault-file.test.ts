// @module-tag slow
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { printFaults } from '../../testing/print-faults.ts';
import { addPeopleLists, peopleTitles, personCells } from '../../testing/people-files.ts';
import { makeXlsx, makeZip, sheetXml, workbookParts } from '../../testing/spreadsheets.ts';

const requests = '/requests/uploadCanevasDemandes';
const beneficiaries = '/beneficiary/uploadCanevasBeneficiaires';
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('the file with its faults', () => {
  let client: TestClient;
  let person: { id: string; email: string };

  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    const own = await app.make.aService({ code: 'CONSEIL' });
    const partner = await app.make.aPartner({ serviceItems: [own] });
    client = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    person = await app.make.aBeneficiary();
    await addPeopleLists(app.make);
  });

  const send = (call: string, bytes: Buffer, filename: string, query = '') =>
    client
      .post(`${call}${query}`)
      .attach('file', bytes, { filename, contentType: 'application/octet-stream' })
      .buffer(true)
      .parse((res, done) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => done(null, Buffer.concat(chunks)));
      });
  const csvFaults = async (text: string, query = ''): Promise<string> => {
    const answer = await send(
      `${requests}/faults`,
      Buffer.from(text),
      'demandes de mars.csv',
      query,
    ).expect(200);
    expect(answer.headers['content-type']).toContain('text/csv');
    return (answer.body as Buffer).toString('utf8');
  };
  const leftBehind = async (): Promise<string[]> =>
    await readdir(path.join(app.deps.settings.dataDir, 'uploads'));

  it('keeps the delimiter, the byte order mark, the line ends and the line numbers of a CSV', async () => {
    const text = await csvFaults(
      `\uFEFFemail_beneficiaire,besoin,services\r\n# un commentaire\r\n${person.email},"un, deux",CONSEIL\r\n\r\nnobody@example.org,"a\nb",INCONNU\r\n`,
    );
    expect(text).toBe(
      `\uFEFFemail_beneficiaire,besoin,services,Erreurs\r\n# un commentaire,,,\r\n${person.email},"un, deux",CONSEIL,\r\n\r\nnobody@example.org,"a\nb",INCONNU,"email_beneficiaire (A5)\u00a0: Aucun bénéficiaire n’a l’email nobody@example.org. Écrivez celui de son compte, ou importez d’abord cette personne. / services (C5)\u00a0: Le service INCONNU n’existe pas. Écrivez un code ou un libellé du modèle de fichier."\r\n`,
    );
    const plain = await csvFaults('sep=;\nemail_beneficiaire;besoin;services\nx;y;CONSEIL\n');
    expect(
      plain.startsWith('sep=;\nemail_beneficiaire;besoin;services;Erreurs\nx;y;CONSEIL;'),
    ).toBe(true);
    expect(await leftBehind()).toEqual([]);
  });

  it('is in the reader’s language, named after the source file, and imports nothing', async () => {
    const before = await app.db.importRun.count();
    const answer = await send(
      `${requests}/faults`,
      Buffer.from(`email_beneficiaire;besoin;services\n${person.email};x;CONSEIL\n`),
      'demandes.csv',
      '?lang=en',
    ).expect(200);
    expect((answer.body as Buffer).toString()).toContain('services;Errors\n');
    expect(answer.headers['content-disposition']).toContain('demandes-errors.csv');
    expect(await app.db.importRun.count()).toBe(before);
    expect(await app.db.supportRequest.count()).toBe(0);
  });

  it('contains no cell that a spreadsheet would execute, and is read back unchanged', async () => {
    const text = await csvFaults(
      `email_beneficiaire;besoin;services\n${person.email};=1+1;CONSEIL\n${person.email};-5 %;=CMD()\n`,
    );
    expect(text).toContain(";'=1+1;CONSEIL;");
    expect(text).toContain(";'-5 %;'=CMD();");
    const corrected = text.replace("'=CMD();", 'CONSEIL;');
    const answer = await send(requests, Buffer.from(corrected), 'demandes.csv').expect(200);
    expect(JSON.parse((answer.body as Buffer).toString())).toMatchObject({ imported: 2 });
    const needs = await app.db.supportRequest.findMany({ orderBy: { id: 'asc' } });
    expect(needs.map(({ description }) => description)).toEqual(['=1+1', '-5 %']);
  });

  it('overwrites the faults of the previous run, and ignores emptied lines', async () => {
    const first = await csvFaults(`email_beneficiaire;besoin;services\nx;1;CONSEIL\nx;2;CONSEIL\n`);
    const [title = '', one = '', two = ''] = first.split('\n');
    const corrected = one.replace(/^x/, person.email);
    const emptied = two.replace(/^x;2;CONSEIL/, ';;');
    const second = await csvFaults([title, corrected, emptied, ''].join('\n'));
    expect(second.split('\n')).toEqual([title, `${person.email};1;CONSEIL;`, ';;;', '']);
  });

  it('reports faults of the header, and lines with too many cells', async () => {
    expect(await csvFaults('besoin;salaire\nx;1\n')).toMatch(
      /^besoin;salaire;"Erreurs: Colonnes manquantes\u00a0: email_beneficiaire, services \| parcours\.[^/]* \/ Colonnes inconnues\u00a0: salaire \(B\)\.[^\n]*"\nx;1;\n$/,
    );
    const wide = await csvFaults(
      `email_beneficiaire;besoin;services\n${person.email};x;CONSEIL;a;b\n`,
    );
    expect(wide).toMatch(
      /^email_beneficiaire;besoin;services;Erreurs\n[^\n]*;CONSEIL;"La ligne a plus[^\n]*de D2 \(«\u00a0a\u00a0»\)[^\n]*";a;b\n$/,
    );
    // A file without lines has its fault below the header.
    expect(await csvFaults('email_beneficiaire;besoin;services\n')).toBe(
      'email_beneficiaire;besoin;services;Erreurs\n;;;Le fichier ne contient aucune ligne à importer. Ajoutez au moins une ligne sous l’en-tête.\n',
    );
  });

  it('contains every fault, also beyond the thousand of a response', async () => {
    const text = await csvFaults(
      `email_beneficiaire;besoin;services\n${'nobody@example.org;x;CONSEIL\n'.repeat(1500)}`,
    );
    expect(text.split('\n').filter((line) => line.includes('Aucun bénéficiaire'))).toHaveLength(
      1500,
    );
  });

  it('contains the lines around a broken one, in an encoding that spreadsheets open', async () => {
    const broken = `email_beneficiaire;besoin;services\n${person.email};x"y;CONSEIL\nnobody@example.org;x;CONSEIL\n`;
    expect(await csvFaults(broken)).toMatch(
      /\n[^\n]*"x""y";CONSEIL;[^\n]*Un guillemet est mal placé[^\n]*\n[^\n]*CONSEIL;[^\n]*Aucun bénéficiaire/,
    );
    const french = Buffer.from(
      'email_beneficiaire;besoin;services\nnobody@example.org;créer;CONSEIL\n',
      'latin1',
    );
    const answer = await send(`${requests}/faults`, french, 'demandes.csv').expect(200);
    expect((answer.body as Buffer).toString()).toMatch(/^\uFEFFemail[^\n]*\n[^\n]*;créer;/);
  });

  it('is refused for a file of another kind', async () => {
    await send(`${requests}/faults`, Buffer.from('%PDF-1.4\n'), 'demandes.csv').expect(415);
    await send(`${beneficiaries}/faults`, Buffer.from('a;b\n'), 'b.xlsx').expect(415);
    expect(await leftBehind()).toEqual([]);
  });

  const row = (email: string, nom = 'Alami') => personCells({ email, nom });
  const opened = async (bytes: Buffer): Promise<ExcelJS.Worksheet> => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
    expect(printFaults(workbook)).toEqual([]);
    const sheet = workbook.worksheets[0];
    if (!sheet) throw new Error('No sheet');
    return sheet;
  };
  const xlsxFaults = async (bytes: Buffer): Promise<Buffer> => {
    const answer = await send(`${beneficiaries}/faults`, bytes, 'b.xlsx').expect(200);
    expect(answer.headers['content-type']).toContain(xlsxType);
    expect(answer.headers['content-disposition']).toContain('b-erreurs.xlsx');
    expect(Number(answer.headers['content-length'])).toBe((answer.body as Buffer).length);
    return answer.body as Buffer;
  };

  it('is a new workbook with the rows in their positions and an additional last column', async () => {
    const bytes = await xlsxFaults(
      makeXlsx([peopleTitles, row('good@example.org'), null, row('no address', 'A & <B>')]),
    );
    const sheet = await opened(bytes);
    expect(sheet.getCell('R1').value).toBe('Erreurs');
    expect(sheet.getCell('R2').value).toBeNull();
    expect(sheet.getCell('R4').value).toMatch(
      /^email \(.*format valide\. Écrivez par exemple nom@example\.org\.$/,
    );
    expect(sheet.getCell('B4').value).toBe('A & <B>');
    expect(sheet.rowCount).toBe(4);
    expect(sheet.getColumn('L').numFmt).toBe('@');
    expect(sheet.getCell('B4').numFmt).toBe('@');

    // The corrected file is accepted with the column of faults.
    sheet.getCell('A4').value = 'corrected@example.org';
    const corrected = Buffer.from(await sheet.workbook.xlsx.writeBuffer());
    const answer = await send(beneficiaries, corrected, 'b.xlsx').expect(200);
    expect(JSON.parse((answer.body as Buffer).toString())).toMatchObject({ imported: 2 });
    sheet.getCell('A2').value = 'no address';
    const wrong = Buffer.from(await sheet.workbook.xlsx.writeBuffer());
    const again = await opened(await xlsxFaults(wrong));
    expect(again.getCell('R1').value).toBe('Erreurs');
    expect(again.getCell('R2').value).toContain('email (A2)');
    expect(again.columnCount).toBe(18);
  });

  it('contains the result of a formula, and no formula', async () => {
    const bytes = await xlsxFaults(
      makeXlsx([
        peopleTitles,
        row('a@example.org', '=HYPERLINK("http://evil.example")'),
        row('=x', 'Y'),
        row('+212', '@SUM(A1)'),
      ]),
    );
    const sheet = await opened(bytes);
    expect(sheet.getCell('B2').value).toBe('1');
    expect(sheet.getCell('B4').value).toBe('@SUM(A1)');
    expect(sheet.getCell('R2').value).toBe(
      'nom (B2), «\u00a01\u00a0»\u00a0: Cette cellule contient une formule\u00a0: remplacez-la par sa valeur.',
    );
    let formulas = 0;
    sheet.eachRow((line) => {
      line.eachCell((cell) => {
        if (cell.formula) formulas += 1;
      });
    });
    expect(formulas).toBe(0);
  });

  it('returns a number unchanged, so that its lost zero is reported again', async () => {
    const cells = row('no address');
    cells[peopleTitles.indexOf('phone')] = 612345678;
    const sheet = await opened(await xlsxFaults(makeXlsx([peopleTitles, cells])));
    expect(sheet.getCell('L2').value).toBe(612345678);
    sheet.getCell('A2').value = 'zero@example.org';
    const corrected = Buffer.from(await sheet.workbook.xlsx.writeBuffer());
    const again = await send(beneficiaries, corrected, 'b.xlsx').expect(400);
    expect((again.body as Buffer).toString()).toContain('612345678');
  });

  const whole = (xml: string, ...parts: { name: string; content: Buffer | string }[]): Buffer =>
    makeZip(workbookParts(xml, parts));
  const people = sheetXml([peopleTitles, row('no address')]);

  it('contains the rows of a workbook whose other content is refused, without that content', async () => {
    const merged = '</sheetData><mergeCells><mergeCell ref="A3:B3"/></mergeCells>';
    const bytes = whole(
      people.replace('</sheetData>', merged),
      { name: 'xl/vbaProject.bin', content: 'x' },
      { name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' },
    );
    const sheet = await opened(await xlsxFaults(bytes));
    expect(sheet.getCell('R1').value).toMatch(
      /^Erreurs: .*des macros.* \/ .*des liens.* \/ .*fusionnées \(A3:B3\)/,
    );
    expect(sheet.getCell('R2').value).toContain('email (A2)');
    sheet.getCell('A2').value = 'whole@example.org';
    const corrected = Buffer.from(await sheet.workbook.xlsx.writeBuffer());
    await send(beneficiaries, corrected, 'b.xlsx', '?dryRun=true').expect(200);
  });

  it('contains the preceding rows of a file that is unreadable at its end', async () => {
    const cut = whole(people.replace('</sheetData>', '<row r="3"><c r="A3"><v>1'));
    const sheet = await opened(await xlsxFaults(cut));
    expect(sheet.getCell('A2').value).toBe('no address');
    expect(sheet.getCell('R2').value).toContain('email (A2)');
    expect(sheet.getCell('R3').value).toContain('endommagé');
    expect(await csvFaults('\n\n')).toBe(
      '\nErreurs: Le fichier ne contient aucune ligne à importer. Ajoutez au moins une ligne sous l’en-tête.\n',
    );
    expect(await leftBehind()).toEqual([]);
  });

  it('reports a zip bomb, and leaves no data', async () => {
    const bomb = whole('<worksheet/>', {
      name: 'xl/media/a.bin',
      content: Buffer.alloc(200_000_000),
    });
    const sheet = await opened(await xlsxFaults(bomb));
    expect(sheet.getCell('A1').value).toMatch(/^Erreurs: Ce classeur est trop volumineux/);
    expect(await leftBehind()).toEqual([]);
  });
});

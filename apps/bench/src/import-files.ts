/** Files to import, and an organisation whose people they name. */
import { makeXlsx } from '../../api/src/testing/spreadsheets.ts';
import type { TestApp } from '../../api/src/testing/index.ts';

const people = 20_000;

const titles = [
  'email',
  'nom',
  'prenom',
  'birthDate',
  'sex',
  'nationality',
  'countryOfResidence',
  'address',
  'city',
  'province',
  'codeCountry',
  'phone',
  'levelOfStudy',
  'typeBeneficiaire',
  'numCin',
  'profil',
  'area',
];

/** An organisation that knows 20,000 people: their requests are submitted, which is the most to do. Answers its agent's token. */
export async function anImporter(app: TestApp): Promise<string> {
  const service = await app.make.aService({ code: 'CONSEIL' });
  const partner = await app.make.aPartner({ serviceItems: [service] });
  const agent = await app.make.anAgent({ partnerId: partner.id });
  await app.make.anItem('PAYS', { code: 'MA' });
  await app.make.anItem('NIVEAU_ETUDE', { code: 'LICENCE' });
  await app.make.anItem('PROFIL', { code: 'ETUDIANT' });
  await app.make.anItem('SECTEUR_ACTIVITE', { code: 'TOURISME' });
  const { id: importId } = await app.make.anImport(partner.id, 'BENEFICIARIES');
  await app.db.$executeRawUnsafe(
    `INSERT INTO users (id, email, role, nom, prenom, email_confirmed_at, updated_at, import_id)
     SELECT gen_random_uuid(), 'bench.' || n || '@example.org', 'BENEFICIAIRE', 'Alaoui', 'Amina ' || n, now(), now(), $1::int
     FROM generate_series(1, $2::int) n`,
    importId,
    people,
  );
  return await app.tokenOf(agent);
}

/** So many requests as a CSV file; others where `round` is another. */
export function requestsCsv(lines: number, round = 1): Buffer {
  const rows = Array.from(
    { length: lines },
    (_, i) =>
      `bench.${String(1 + (i % people))}@example.org;"Besoin d'accompagnement n° ${String(i)}, pour mon projet";CONSEIL;;2026/01/15 09:30;\n`,
  );
  const head = `email_beneficiaire;besoin;services;parcours;date;url_video\n`;
  return Buffer.from(`${head}${rows.join('')}${'# once more\n'.repeat(round - 1)}`);
}

/** So many new people as a workbook. @param isLastWrong its last row but one is refused */
export function beneficiariesXlsx(rows: number, who: string, isLastWrong = false): Buffer {
  const cells = Array.from({ length: rows }, (_, i) => [
    isLastWrong && i === rows - 2 ? 'x' : `${who}.${String(i)}@example.org`,
    `Alami ${String(i)}`,
    'Amina',
    '2001-05-04',
    'FEMININ',
    'MA',
    'MA',
    `${String(i)}, rue du Rif`,
    'Tanger',
    'Tanger-Assilah',
    '+212',
    `06${String(10_000_000 + i)}`,
    'LICENCE',
    'particulier',
    `LA${String(10_000 + i)}`,
    'ETUDIANT',
    'TOURISME',
  ]);
  return makeXlsx([titles, ...cells]);
}

/** Files to import, and an organisation whose people they name. */
import { addPeopleLists, peopleFile } from '../../api/src/testing/people-files.ts';
import type { TestApp } from '../../api/src/testing/index.ts';

const people = 20_000;

/** An organisation that knows 20,000 people: their requests are submitted, which is the most to do. Answers its agent's token. */
export async function anImporter(app: TestApp): Promise<string> {
  const service = await app.make.aService({ code: 'CONSEIL' });
  const partner = await app.make.aPartner({ serviceItems: [service] });
  const agent = await app.make.anAgent({ partnerId: partner.id });
  await addPeopleLists(app.make);
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
      `bench.${String(1 + (i % people))}@example.org;"Besoin d'accompagnement n° ${String(i)}, pour mon projet${round === 1 ? '' : ' encore'}";CONSEIL;;2026/01/15 09:30;\n`,
  );
  const head = `email_beneficiaire;besoin;services;parcours;date;url_video\n`;
  return Buffer.from(`${head}${rows.join('')}${'# once more\n'.repeat(round - 1)}`);
}

/** So many new people as a workbook. @param isLastWrong its last row but one is refused */
export function beneficiariesXlsx(rows: number, who: string, isLastWrong = false): Buffer {
  const people = Array.from({ length: rows }, (_, i) => ({
    email: isLastWrong && i === rows - 2 ? 'x' : `${who}.${String(i)}@example.org`,
    nom: `Alami ${String(i)}`,
    address: `${String(i)}, rue du Rif`,
    phone: `06${String(10_000_000 + i)}`,
    numCin: `LA${String(10_000 + i)}`,
  }));
  return peopleFile(...people);
}

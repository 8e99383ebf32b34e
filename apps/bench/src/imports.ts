/** Both imports against their baseline: the file read by its library, and the import's rows written again by SQL alone. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import type { TestApp } from '../../api/src/testing/index.ts';
import { addPeopleLists, peopleFile } from '../../api/src/testing/people-files.ts';
import type { Ground, Measured } from './measure.ts';
import { fromApi, send, watchProcessors } from './processes.ts';

const people = 20_000;

/** An agent of an organisation that knows 20,000 people: their requests are submitted, which is the most expensive case. */
export async function anImporter(app: TestApp): Promise<string> {
  const { make, db } = app;
  const service = await make.aService({ code: 'CONSEIL' });
  const partner = await make.aPartner({ serviceItems: [service] });
  await addPeopleLists(make);
  const { id: importId } = await make.anImport(partner.id, 'BENEFICIARIES');
  await db.$executeRawUnsafe(
    `INSERT INTO users (id, email, role, nom, prenom, email_confirmed_at, updated_at, import_id)
     SELECT gen_random_uuid(), 'known.' || n || '@example.org', 'BENEFICIAIRE', 'Alaoui', 'Amina ' || n, now(), now(), $1::int
     FROM generate_series(1, $2::int) n`,
    importId,
    people,
  );
  return await app.tokenOf(await make.anAgent({ partnerId: partner.id }));
}

export function requestsCsv(round: number, length = 10_000): Buffer {
  const rows = Array.from(
    { length },
    (_, i) =>
      `known.${String(1 + (i % people))}@example.org;"Besoin d'accompagnement n° ${String(i)}, pour mon projet ${String(round)}";CONSEIL;;2026/01/15 09:30;\n`,
  );
  return Buffer.from(
    `email_beneficiaire;besoin;services;parcours;date;url_video\n${rows.join('')}`,
  );
}

export const peopleXlsx = (round: number, length = 3000): Buffer =>
  peopleFile(
    ...Array.from({ length }, (_, i) => ({
      email: `round${String(round)}.${String(i)}@example.org`,
      nom: `Alami ${String(i)}`,
      address: `${String(i)}, rue du Rif`,
      phone: `06${String(10_000_000 + i)}`,
      numCin: `LA${String(10_000 + i)}`,
    })),
  );

async function parseCsv(file: string): Promise<void> {
  const { parse } = fromApi('csv-parse') as { parse: (options: object) => NodeJS.ReadWriteStream };
  const options = { delimiter: ';', relax_column_count: true };
  const rows = createReadStream(file).pipe(parse(options)) as AsyncIterable<string[]>;
  for await (const row of rows) if (row.length === 0) throw new Error('An empty row');
}

async function parseXlsx(file: string): Promise<void> {
  type Sheets = AsyncIterable<AsyncIterable<{ values: unknown[] }>>;
  const { stream } = fromApi('exceljs') as {
    stream: { xlsx: { WorkbookReader: new (file: string, options: object) => Sheets } };
  };
  const options = { sharedStrings: 'cache', styles: 'cache', worksheets: 'emit' };
  for await (const sheet of new stream.xlsx.WorkbookReader(file, options))
    for await (const row of sheet) if (row.values.length === 0) throw new Error('An empty row');
}

/** Offset added to the numbers of a copied row, so that keys are unique. */
const apart = 1_000_000_000;
const shifted = (column: string): string => `${column} + ${String(apart)}`;
/** Account id with another first digit. */
const otherId = (column: string): string =>
  `overlay(${column}::text PLACING translate(left(${column}::text, 1), '0123456789abcdef', '123456789abcdef0') FROM 1)::uuid`;
const ofRequest = { id: shifted('id'), request_id: shifted('request_id') };
const ofStep = { ...ofRequest, step_id: shifted('step_id') };

/**
 * Tables of an import in insertion order, with the columns that must differ in a copy and their values. The heads of
 * the history are written by the database's trigger.
 */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: { id: otherId('id'), email: `'b.' || email` },
  account_tokens: { id: shifted('id'), user_id: otherId('user_id'), hash: `'b' || hash` },
  requests: { id: shifted('id'), num_request: `'B' || num_request` },
  request_services: { request_id: shifted('request_id') },
  processing_steps: ofRequest,
  history_events: ofStep,
  notices: ofStep,
  outbox_mails: { id: shifted('id'), merge_key: `'B' || merge_key` },
};
/**
 * Copies the rows written since that transaction, with other keys, next to the originals.
 * @returns statements that write them all in one transaction, a thousand rows of a table each
 */
async function storedSince({ db }: TestApp, transaction: string) {
  const statements: string[] = [];
  for (const [table, other] of Object.entries(tables)) {
    const names = await db.$queryRawUnsafe<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      table,
    );
    const own = names.map(({ name }) => `"${name}"`).join(', ');
    const values = names.map(({ name }) => `${other[name] ?? `"${name}"`} AS "${name}"`).join(', ');
    // A later round may change rows of an earlier one, which are already copied.
    const isNew = ` AND id < ${String(apart)} AND NOT EXISTS (SELECT 1 FROM ${table} o WHERE o.id = t.id + ${String(apart)})`;
    const once = other.id === shifted('id') ? isNew : '';
    await db.$executeRawUnsafe(`DROP TABLE IF EXISTS bench_${table}`);
    const count = await db.$executeRawUnsafe(
      `CREATE TABLE bench_${table} AS SELECT ${values}, row_number() OVER () AS bench_row FROM ${table} t WHERE xmin::text::bigint > ${transaction}${once}`,
    );
    await db.$executeRawUnsafe(`CREATE INDEX ON bench_${table} (bench_row)`);
    for (let from = 1; from <= count; from += 1000)
      statements.push(
        `INSERT INTO ${table} (${own}) SELECT ${own} FROM bench_${table}
         WHERE bench_row BETWEEN ${String(from)} AND ${String(from + 999)} ORDER BY bench_row`,
      );
  }
  return () =>
    db.$transaction(
      async (tx) => {
        for (const statement of statements) await tx.$executeRawUnsafe(statement);
      },
      { timeout: 600_000, maxWait: 60_000 },
    );
}

/** Name, path, file name, generator of a round's file, and reader. */
const kinds = [
  [
    '10,000 requests, CSV',
    '/requests/uploadCanevasDemandes',
    'demandes.csv',
    requestsCsv,
    parseCsv,
  ],
  [
    '3,000 people, XLSX',
    '/beneficiary/uploadCanevasBeneficiaires',
    'b.xlsx',
    peopleXlsx,
    parseXlsx,
  ],
] as const;

/** Runs each import once to warm up, then measures it. In the baseline `node` is the file read and `postgres` the rows. */
export async function* measuredImports(ground: Ground, folder: string): AsyncGenerator<Measured> {
  const { app, wasl, postmaster, rounds } = ground;
  const token = await anImporter(app);
  await app.db.$executeRawUnsafe('VACUUM ANALYZE');
  for (const [name, at, fileName, make, parse] of kinds) {
    const own = { node: 0, postgres: 0 };
    const limit = { node: 0, postgres: 0 };
    for (let round = 0; round <= rounds; round += 1) {
      const bytes = make(round);
      const file = path.join(folder, fileName);
      await writeFile(file, bytes);
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
      const [last] = await app.db.$queryRaw<{ id: string }[]>`SELECT txid_current()::text AS id`;
      const used = watchProcessors(wasl.pid, postmaster);
      await send(wasl.port, { method: 'POST', path: at, token, body: form });
      const { node, postgres } = used();
      const write = await storedSince(app, last?.id ?? '');
      const before = process.cpuUsage();
      await parse(file);
      const { user, system } = process.cpuUsage(before);
      const writing = watchProcessors(process.pid, postmaster);
      await write();
      const rows = writing();
      if (round === 0) continue;
      own.node += node / rounds;
      own.postgres += postgres / rounds;
      limit.node += (user + system) / 1000 / rounds;
      limit.postgres += rows.postgres / rounds;
    }
    yield { name, own, limit, differs: [] };
  }
}

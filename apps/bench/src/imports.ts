/**
 * Imports of 50,000 CSV lines and 10,000 XLSX rows into the built server: time beside the bare parse plus COPY of the
 * same rows, memory above the idle server, how long another call waits meanwhile; then bombs, and how they are refused.
 * Needs the API's build (node build.mjs in apps/api). Uses a temporary PostgreSQL, or the one of TEST_DATABASE_URL.
 * Run: `tsx src/imports.ts [csvLines] [xlsxRows]` in apps/bench; SERVER_NODE_OPTIONS=--max-old-space-size=128 shows that
 * the server lives with less, another value than the start command's 512.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp, testSecret, type TestApp } from '../../api/src/testing/index.ts';
import { makeXlsx, makeZip, workbookParts } from '../../api/src/testing/spreadsheets.ts';

const GOAL_MEMORY_MB = 150;
const GOAL_REFUSAL_MS = 2000;

const [csvLines = 50_000, xlsxRows = 10_000] = process.argv
  .slice(2)
  .filter((arg) => /^\d+$/.test(arg))
  .map(Number);
const apiFolder = path.join(import.meta.dirname, '../../api');
const require = createRequire(path.join(apiFolder, 'package.json'));
const installed = async (name: string): Promise<unknown> =>
  await import(pathToFileURL(require.resolve(name)).href);

interface PgConnection {
  query: (text: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
}
interface PgClient {
  connect: () => Promise<void>;
  end: () => Promise<void>;
  query: (query: unknown) => unknown;
}

interface CsvParse {
  parse: (options: object) => NodeJS.ReadWriteStream;
}
interface ExcelJs {
  default: {
    stream: {
      xlsx: {
        WorkbookReader: new (
          file: string,
          options: object,
        ) => AsyncIterable<AsyncIterable<{ values: unknown[] }>>;
      };
    };
  };
}

/** COPY … FROM STDIN, as pg's protocol has it. */
async function copy(url: string, table: string, lines: readonly string[]): Promise<void> {
  const { default: pg } = (await installed('pg')) as {
    default: { Client: new (options: object) => PgClient };
  };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      client.query({
        submit: (connection: PgConnection) => {
          connection.query(`COPY ${table} FROM STDIN`);
        },
        handleCopyInResponse: (connection: PgConnection) => {
          for (let i = 0; i < lines.length; i += 500)
            connection.sendCopyFromChunk(Buffer.from(lines.slice(i, i + 500).join('')));
          connection.endCopyFrom();
        },
        handleCommandComplete: () => undefined,
        handleReadyForQuery: () => {
          resolve();
        },
        handleError: reject,
      });
    });
  } finally {
    await client.end();
  }
}

const copyCell = (cell: unknown): string =>
  typeof cell === 'string' ? cell.replace(/[\\\t\n\r]/g, ' ') : String.raw`\N`;
const copyLine = (cells: readonly unknown[]): string => `${cells.map(copyCell).join('\t')}\n`;

async function bareCsv(file: string, url: string): Promise<number> {
  const { parse } = (await installed('csv-parse')) as CsvParse;
  const began = performance.now();
  const lines: string[] = [];
  for await (const row of createReadStream(file).pipe(parse({ delimiter: ';' })) as AsyncIterable<
    string[]
  >)
    lines.push(copyLine(row));
  await copy(url, 'bench_csv', lines);
  return performance.now() - began;
}

async function bareXlsx(file: string, url: string): Promise<number> {
  const { default: ExcelJS } = (await installed('exceljs')) as ExcelJs;
  const began = performance.now();
  const lines: string[] = [];
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(file, {
    sharedStrings: 'cache',
    styles: 'cache',
    worksheets: 'emit',
  })) {
    for await (const row of sheet) {
      const { values } = row;
      lines.push(copyLine(Array.from({ length: 17 }, (_, i) => values[i + 1])));
    }
  }
  await copy(url, 'bench_xlsx', lines);
  return performance.now() - began;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Megabytes that the process holds in memory. */
async function rss(pid: number): Promise<number> {
  return (
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) /
    1024
  );
}

/** Seconds of processor time that the process has used. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields =
    (await readFile(`/proc/${String(pid)}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Server {
  readonly base: string;
  readonly pid: number;
  readonly child: ChildProcess;
}

async function startServer(app: TestApp, dataDir: string): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(apiFolder, 'dist/server.mjs')], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      // As the start command has it.
      NODE_OPTIONS: process.env.SERVER_NODE_OPTIONS ?? '--max-old-space-size=512',
      DATABASE_URL: app.deps.settings.databaseUrl,
      JWT_SECRET: testSecret,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const base = `http://127.0.0.1:${String(port)}/api`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(`${base}/health/live`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return { base, pid: child.pid ?? 0, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not start');
}

async function stopServer({ child }: Server): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

interface Meanwhile {
  readonly tookMs: number;
  /** Of the server's process, with the little that the other calls use. */
  readonly cpu: number;
  readonly status: number;
  readonly body: string;
  readonly peakMb: number;
  readonly waits: readonly number[];
}

/** Runs `work` while another agent lists requests every 50 ms and the server's memory is watched. */
async function meanwhile(
  server: Server,
  token: string,
  work: () => Promise<Response>,
): Promise<Meanwhile> {
  const waits: number[] = [];
  let peakMb = 0;
  let isDone = false;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      peakMb = Math.max(peakMb, await rss(server.pid));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const ask = async (): Promise<void> => {
    while (!isDone) {
      const began = performance.now();
      const answer = await fetch(`${server.base}/requests/filter`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '[]',
        signal: AbortSignal.timeout(60_000),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The other call was answered ${String(answer.status)}`);
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const others = [watch(), ask()];
  const cpuBefore = await cpuSeconds(server.pid);
  const began = performance.now();
  const answer = await work();
  const body = await answer.text();
  const tookMs = performance.now() - began;
  const cpu = (await cpuSeconds(server.pid)) - cpuBefore;
  isDone = true;
  await Promise.all(others);
  return {
    tookMs,
    cpu,
    status: answer.status,
    body,
    peakMb,
    waits: waits.toSorted((a, b) => a - b),
  };
}

const at = (sorted: readonly number[], share: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)} ms`;

async function main(): Promise<void> {
  const database = await startTestServer();
  process.env.TEST_DATABASE_URL = database.adminUrl;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-bench-'));
  const app = await createTestApp();
  let server: Server | undefined;
  let failures = 0;
  try {
    const { url } = { url: app.deps.settings.databaseUrl };
    const service = await app.make.aService({ code: 'CONSEIL' });
    const partner = await app.make.aPartner({ serviceItems: [service] });
    const agent = await app.make.anAgent({ partnerId: partner.id });
    const token = await app.tokenOf(agent);
    const otherToken = await app.tokenOf(await app.make.anAgent());
    await app.make.anItem('PAYS', { code: 'MA' });
    await app.make.anItem('NIVEAU_ETUDE', { code: 'LICENCE' });
    await app.make.anItem('PROFIL', { code: 'ETUDIANT' });
    await app.make.anItem('SECTEUR_ACTIVITE', { code: 'TOURISME' });
    const run = (text: string) => app.db.$executeRawUnsafe(text);
    // People whom the organisation knows: their requests are submitted, which is the most to do.
    const { id: importId } = await app.make.anImport(partner.id, 'BENEFICIARIES');
    await run(`INSERT INTO users (id, email, role, nom, prenom, email_confirmed_at, updated_at, import_id)
      SELECT gen_random_uuid(), 'bench.' || n || '@example.org', 'BENEFICIAIRE', 'Alaoui', 'Amina ' || n, now(), now(),
        ${String(importId)}
      FROM generate_series(1, 20000) n`);
    await run('CREATE TABLE bench_csv (a text, b text, c text, d text, e text, f text)');
    await run(
      `CREATE TABLE bench_xlsx (${Array.from({ length: 17 }, (_, i) => `c${String(i)} text`).join(', ')})`,
    );

    const csvFile = path.join(folder, 'demandes.csv');
    const csv = Array.from(
      { length: csvLines },
      (_, i) =>
        `bench.${String(1 + (i % 20_000))}@example.org;"Besoin d'accompagnement n° ${String(i)}, pour mon projet";CONSEIL;;2026/01/15 09:30;\n`,
    );
    await writeFile(
      csvFile,
      `email_beneficiaire;besoin;services;parcours;date;url_video\n${csv.join('')}`,
    );
    const xlsxFile = path.join(folder, 'beneficiaires.xlsx');
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
    const rowsOf = (who: string) =>
      Array.from({ length: xlsxRows }, (_, i) => [
        `${who}.${String(i)}@example.org`,
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
    await writeFile(xlsxFile, makeXlsx([titles, ...rowsOf('first')]));
    const secondXlsxFile = path.join(folder, 'autres.xlsx');
    await writeFile(secondXlsxFile, makeXlsx([titles, ...rowsOf('second')]));

    let idleMb = 0;
    const upload = async (call: string, name: string, bytes: Buffer): Promise<Response> => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), name);
      return await fetch((server?.base ?? '') + call, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
    };
    /** Every measurement has a server of its own, warmed by the other call: memory is not handed back at once. */
    const freshServer = async (): Promise<Server> => {
      if (server) await stopServer(server);
      server = await startServer(app, folder);
      const warm = await meanwhile(server, otherToken, async () => {
        await new Promise((resolve) => setTimeout(resolve, 4000));
        return new Response('');
      });
      idleMb = await rss(server.pid);
      console.log(
        `idle: ${idleMb.toFixed(0)} MB; the other call ${at(warm.waits, 0.5)} (median), ${at(warm.waits, 0.95)} (95 %)`,
      );
      return server;
    };
    let running = await freshServer();

    const report = (name: string, result: Meanwhile, bareMs: number): void => {
      const aboveMb = result.peakMb - idleMb;
      if (result.status !== 200 || aboveMb > GOAL_MEMORY_MB) failures += 1;
      console.log(
        `${name}: ${String(result.status)} ${result.body.slice(0, 80)}\n` +
          `  ${(result.tookMs / 1000).toFixed(1)} s (the server's processor ${result.cpu.toFixed(1)} s), ${(result.tookMs / bareMs).toFixed(1)} × bare parse + COPY (${(bareMs / 1000).toFixed(2)} s)\n` +
          `  memory at most ${aboveMb.toFixed(0)} MB above idle (goal ${String(GOAL_MEMORY_MB)})\n` +
          `  the other call meanwhile: ${at(result.waits, 0.5)} (median), ${at(result.waits, 0.95)} (95 %), ${at(result.waits, 1)} (longest of ${String(result.waits.length)})`,
      );
    };
    const csvBytes = await readFile(csvFile);
    /** Other bytes that mean the same. */
    const another = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from('# once more\n')]);
    await run('ANALYZE');
    const bareCsvMs = await bareCsv(csvFile, url);
    report(
      `${String(csvLines)} CSV lines`,
      await meanwhile(running, otherToken, () =>
        upload('/requests/uploadCanevasDemandes', 'demandes.csv', csvBytes),
      ),
      bareCsvMs,
    );
    // Their mails would be sent at the same time.
    await app.db.outboxMail.deleteMany();
    report(
      'as many once more in the same process',
      await meanwhile(running, otherToken, () =>
        upload('/requests/uploadCanevasDemandes', 'demandes.csv', another(csvBytes)),
      ),
      bareCsvMs,
    );
    await app.db.outboxMail.deleteMany();
    const oneBad = Buffer.from(
      csvBytes
        .toString()
        .replace(`n° ${String(csvLines - 2)}, pour mon projet";CONSEIL`, 'x";INCONNU'),
    );
    const bad = await meanwhile(running, otherToken, () =>
      upload('/requests/uploadCanevasDemandes', 'demandes.csv', oneBad),
    );
    const csvFaults = await meanwhile(running, otherToken, () =>
      upload('/requests/uploadCanevasDemandes/faults', 'demandes.csv', oneBad),
    );
    console.log(
      `  the file with the fault in it: ${String(csvFaults.status)} in ${(csvFaults.tookMs / 1000).toFixed(1)} s, ${(csvFaults.peakMb - idleMb).toFixed(0)} MB`,
    );
    if (csvFaults.status !== 200 || csvFaults.peakMb - idleMb > GOAL_MEMORY_MB) failures += 1;
    console.log(
      `  one bad line among them: ${String(bad.status)} in ${(bad.tookMs / 1000).toFixed(1)} s (processor ${bad.cpu.toFixed(1)} s), ${(bad.peakMb - idleMb).toFixed(0)} MB, ${bad.body.slice(0, 200)}`,
    );

    running = await freshServer();
    const bareXlsxMs = await bareXlsx(xlsxFile, url);
    for (const [name, file] of [
      [`${String(xlsxRows)} XLSX rows`, xlsxFile],
      ['as many once more in the same process', secondXlsxFile],
    ] as const) {
      const xlsxBytes = await readFile(file);
      report(
        name,
        await meanwhile(running, otherToken, () =>
          upload('/beneficiary/uploadCanevasBeneficiaires', 'b.xlsx', xlsxBytes),
        ),
        bareXlsxMs,
      );
      await app.db.outboxMail.deleteMany();
    }
    const badRows = rowsOf('third').map((row, i) =>
      i === xlsxRows - 2 ? ['x', ...row.slice(1)] : row,
    );
    const annotated = await meanwhile(running, otherToken, () =>
      upload(
        '/beneficiary/uploadCanevasBeneficiaires/faults',
        'b.xlsx',
        makeXlsx([titles, ...badRows]),
      ),
    );
    console.log(
      `  the file with the faults in it: ${String(annotated.status)} in ${(annotated.tookMs / 1000).toFixed(1)} s, ${(annotated.peakMb - idleMb).toFixed(0)} MB`,
    );
    if (annotated.status !== 200 || annotated.peakMb - idleMb > GOAL_MEMORY_MB) failures += 1;
    await app.db.outboxMail.deleteMany();

    const bombs: [string, () => Buffer][] = [
      [
        'a huge entry',
        () =>
          makeZip(
            workbookParts('<worksheet/>', [
              { name: 'xl/media/a.bin', content: Buffer.alloc(200_000_000) },
            ]),
          ),
      ],
      [
        'a huge sheet',
        () => makeZip(workbookParts(Buffer.alloc(120_000_000, '<row r="1"><c r="A1"/></row>'))),
      ],
      [
        'a row of many cells',
        () =>
          makeZip(
            workbookParts(
              `<worksheet><sheetData><row r="1">${'<c r="A1" t="n"><v>1</v></c>'.repeat(300_000)}`,
            ),
          ),
      ],
      [
        'tags within tags',
        () =>
          makeZip(
            workbookParts(
              `<worksheet>${Array.from({ length: 3_000_000 }, (_, i) => `<a${String((i * 48_271) % 99_991)}>`).join('')}`,
            ),
          ),
      ],
      [
        'nested shared strings',
        () =>
          makeZip(
            workbookParts('<worksheet><sheetData/></worksheet>', [
              {
                name: 'xl/sharedStrings.xml',
                content: `<sst>${Array.from({ length: 2_000_000 }, (_, i) => `<si${' '.repeat((i * 48_271) % 13)}>`).join('')}</sst>`,
              },
            ]),
          ),
      ],
      [
        'many shared strings',
        () =>
          makeZip(
            workbookParts('<worksheet><sheetData/></worksheet>', [
              {
                name: 'xl/sharedStrings.xml',
                content: `<sst>${Array.from({ length: 1_300_000 }, (_, i) => `<si><t>${String((i * 48_271) % 99_991)}</t></si>`).join('')}</sst>`,
              },
            ]),
          ),
      ],
    ];
    running = await freshServer();
    for (const [name, make] of bombs) {
      const bytes = make();
      const result = await meanwhile(running, otherToken, () =>
        upload('/beneficiary/uploadCanevasBeneficiaires', 'b.xlsx', bytes),
      );
      const aboveMb = result.peakMb - idleMb;
      if (result.status !== 400 || aboveMb > GOAL_MEMORY_MB || result.tookMs > GOAL_REFUSAL_MS)
        failures += 1;
      const message = /"errors":\["([^"]*)"/.exec(result.body)?.[1] ?? result.body.slice(0, 100);
      console.log(
        `${name} (${(bytes.length / 1024).toFixed(0)} kB): ${String(result.status)} in ${result.tookMs.toFixed(0)} ms, ${aboveMb.toFixed(0)} MB above idle: ${message}`,
      );
    }
  } finally {
    if (server) await stopServer(server);
    await app.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
  console.log(failures === 0 ? 'all goals met' : `${String(failures)} goal(s) missed`);
  process.exitCode = failures === 0 ? 0 : 1;
}

await main();

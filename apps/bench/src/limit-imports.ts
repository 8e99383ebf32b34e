/**
 * Processor time of both imports beside the limit: the file read by its library alone, and the rows that the import wrote
 * written again by SQL alone (`limit/same-rows.ts`). Node's and PostgreSQL's together; each import once to warm up, then measured.
 * Needs the API's build. Uses a temporary PostgreSQL, or the one of TEST_DATABASE_URL (its owner must be a superuser).
 * Run: `tsx src/limit-imports.ts [csvLines] [xlsxRows]` in apps/bench; 0 leaves one out.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp } from '../../api/src/testing/index.ts';
import { anImporter, beneficiariesXlsx, requestsCsv } from './import-files.ts';
import { holdMails, postmasterOf } from './limit/measured-database.ts';
import { parseCsv, parseXlsx } from './limit/parse-alone.ts';
import { watchProcessors, type Used } from './limit/processor-time.ts';
import { keepRows, marksOf } from './limit/same-rows.ts';
import { startServer, stopServer } from './measured-server.ts';

const rounds = 2;
const [csvLines = 50_000, xlsxRows = 10_000] = process.argv.slice(2).map(Number);

const database = await startTestServer();
process.env.TEST_DATABASE_URL = database.adminUrl;
const folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-limit-imports-'));
const app = await createTestApp();
const token = await anImporter(app);
const run = (text: string) => app.db.$executeRawUnsafe(text);
await holdMails(app);
await run('VACUUM ANALYZE');
const postmaster = await postmasterOf(app);
const server = await startServer(app, folder, {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://wasl.test',
});

const kinds = [
  {
    name: `${String(csvLines)} CSV lines`,
    call: '/requests/uploadCanevasDemandes',
    fileName: 'demandes.csv',
    make: (round: number) => requestsCsv(csvLines, round),
    parse: parseCsv,
    count: csvLines,
    goal: 2,
  },
  {
    name: `${String(xlsxRows)} XLSX rows`,
    call: '/beneficiary/uploadCanevasBeneficiaires',
    fileName: 'beneficiaires.xlsx',
    make: (round: number) => beneficiariesXlsx(xlsxRows, `round${String(round)}`),
    parse: parseXlsx,
    count: xlsxRows,
    goal: 3,
  },
];
try {
  for (const { name, call, fileName, make, parse, goal, count } of kinds) {
    if (count === 0) continue;
    for (let round = 0; round <= rounds; round += 1) {
      const bytes = make(round + 1);
      const file = path.join(folder, `${String(round)}-${fileName}`);
      await writeFile(file, bytes);
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await readFile(file))]), fileName);
      const marks = await marksOf(app);
      const used = watchProcessors(server.pid, postmaster);
      const began = performance.now();
      const answer = await fetch(server.base + call, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      const text = await answer.text();
      const tookMs = performance.now() - began;
      const ours: Used = used();
      if (!answer.ok) throw new Error(`${name}: ${String(answer.status)} ${text.slice(0, 300)}`);
      const { counts, write } = await keepRows(app, marks);
      // Once before: the libraries are compiled while they run.
      await parse(file);
      const before = process.cpuUsage();
      await parse(file);
      const { user, system } = process.cpuUsage(before);
      const parsing = (user + system) / 1000;
      const writing = watchProcessors(process.pid, postmaster);
      await write();
      const { postgres } = writing();
      const ratio = (ours.node + ours.postgres) / (parsing + postgres);
      console.log(
        `${name}${round === 0 ? ' (first, not counted)' : ''}: Node ${ours.node.toFixed(0)} + PostgreSQL ${ours.postgres.toFixed(0)} ms; limit: ` +
          `parse ${parsing.toFixed(0)} + rows ${postgres.toFixed(0)} ms; ${ratio.toFixed(1)} × (goal ${String(goal)}); took ${(tookMs / 1000).toFixed(1)} s; ${JSON.stringify(counts)}`,
      );
    }
  }
} finally {
  await stopServer(server);
  await app.close();
  await database.stop();
  await rm(folder, { recursive: true });
}

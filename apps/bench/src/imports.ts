/**
 * Imports of 50,000 CSV lines and 10,000 XLSX rows into the built server: memory above the idle server, how long another call
 * waits meanwhile; then bombs, and how they are refused. What they cost beside the limit says `limit-imports.ts`.
 * Needs the API's build (node build.mjs in apps/api). Uses a temporary PostgreSQL, or the one of TEST_DATABASE_URL.
 * Run: `tsx src/imports.ts [csvLines] [xlsxRows]` in apps/bench; SERVER_NODE_OPTIONS=--max-old-space-size=128 shows that
 * the server lives with less, another value than the start command's 512.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { startTestServer } from '@wasl/tooling/testing/server';

import { createTestApp } from '../../api/src/testing/index.ts';
import { bombs } from './bombs.ts';
import { anImporter, beneficiariesXlsx, requestsCsv } from './import-files.ts';
import {
  at,
  meanwhile,
  rss,
  startServer,
  stopServer,
  type Meanwhile,
  type Server,
} from './measured-server.ts';

const GOAL_MEMORY_MB = 150;
const GOAL_REFUSAL_MS = 2000;

const [csvLines = 50_000, xlsxRows = 10_000] = process.argv
  .slice(2)
  .filter((arg) => /^\d+$/.test(arg))
  .map(Number);

async function main(): Promise<void> {
  const database = await startTestServer();
  process.env.TEST_DATABASE_URL = database.adminUrl;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-bench-'));
  const app = await createTestApp();
  let server: Server | undefined;
  let failures = 0;
  try {
    const token = await anImporter(app);
    const otherToken = await app.tokenOf(await app.make.anAgent());

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

    const report = (name: string, result: Meanwhile): void => {
      const aboveMb = result.peakMb - idleMb;
      if (result.status !== 200 || aboveMb > GOAL_MEMORY_MB) failures += 1;
      console.log(
        `${name}: ${String(result.status)} ${result.body.slice(0, 80)}\n` +
          `  ${(result.tookMs / 1000).toFixed(1)} s (the server's processor ${result.cpu.toFixed(1)} s)\n` +
          `  memory at most ${aboveMb.toFixed(0)} MB above idle (goal ${String(GOAL_MEMORY_MB)})\n` +
          `  the other call meanwhile: ${at(result.waits, 0.5)} (median), ${at(result.waits, 0.95)} (95 %), ${at(result.waits, 1)} (longest of ${String(result.waits.length)})`,
      );
    };
    const csvBytes = requestsCsv(csvLines);
    await app.db.$executeRawUnsafe('ANALYZE');
    for (const round of [1, 2]) {
      report(
        round === 1 ? `${String(csvLines)} CSV lines` : 'as many once more in the same process',
        await meanwhile(running, otherToken, () =>
          upload('/requests/uploadCanevasDemandes', 'demandes.csv', requestsCsv(csvLines, round)),
        ),
      );
      // Their mails would be sent at the same time.
      await app.db.outboxMail.deleteMany();
    }
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
    for (const [name, who] of [
      [`${String(xlsxRows)} XLSX rows`, 'first'],
      ['as many once more in the same process', 'second'],
    ] as const) {
      const bytes = beneficiariesXlsx(xlsxRows, who);
      report(
        name,
        await meanwhile(running, otherToken, () =>
          upload('/beneficiary/uploadCanevasBeneficiaires', 'b.xlsx', bytes),
        ),
      );
      await app.db.outboxMail.deleteMany();
    }
    const annotated = await meanwhile(running, otherToken, () =>
      upload(
        '/beneficiary/uploadCanevasBeneficiaires/faults',
        'b.xlsx',
        beneficiariesXlsx(xlsxRows, 'third', true),
      ),
    );
    console.log(
      `  the file with the faults in it: ${String(annotated.status)} in ${(annotated.tookMs / 1000).toFixed(1)} s, ${(annotated.peakMb - idleMb).toFixed(0)} MB`,
    );
    if (annotated.status !== 200 || annotated.peakMb - idleMb > GOAL_MEMORY_MB) failures += 1;
    await app.db.outboxMail.deleteMany();

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

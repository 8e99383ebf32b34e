/** How long each kind of call holds the event loop of the server, in processor time of its main thread. */
import os from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { generalExample, pdfOfSize } from '../../api/src/testing/index.ts';
import { everyCall, type Kind } from './every-call.ts';
import type { Filled } from './fill.ts';
import { anImporter, peopleXlsx, requestsCsv } from './imports.ts';
import { neededOf, type Ground } from './measure.ts';
import { send, type Sent } from './processes.ts';
import { readCalls } from './read-calls.ts';
import { signInCalls, writeCalls } from './write-calls.ts';

const times = 5;
const fileLines = 2000;

function formOf(field: string, name: string, bytes: Buffer): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Calls with large files, and several at once. */
async function fileKinds({ app, wasl }: Ground, filled: Filled): Promise<Kind[]> {
  const importer = await anImporter(app);
  const agent = await app.tokenOf(await app.make.anAgent({ partnerId: filled.partnerIds[0] ?? 0 }));
  const owner = await app.tokenOf({ id: filled.beneficiaryId });
  const by = (sent: (round: number) => Sent) => (round: number) => send(wasl.port, sent(round));
  const simulated = await send(wasl.port, {
    ...{ method: 'POST', path: '/simulate', token: owner },
    body: JSON.stringify(generalExample),
  });
  const { simulationPrimeId: id } = JSON.parse(simulated.text) as { simulationPrimeId: number };
  const report = `/simulation_prime/generate_report?simulation_prime_id=${String(id)}&lang=ar`;
  const draft = await app.make.aRequest({
    beneficiaryId: filled.beneficiaryId,
    status: 'EN_COURS_DE_CREATION',
  });
  const document = (bytes: Buffer) => {
    const body = formOf('file', 'plan.pdf', bytes);
    body.append('name', 'BUSINESS_PLAN');
    const path = `/requests/${String(draft.id)}/document`;
    return by(() => ({ method: 'POST', token: owner, path, body }));
  };
  const upload = (path: string, name: string, file: (round: number, lines: number) => Buffer) =>
    by((round) => {
      const body = formOf('file', name, file(round + 100, fileLines));
      return { method: 'POST', token: importer, path, body };
    });
  const requests = '/requests/uploadCanevasDemandes';
  const people = '/beneficiary/uploadCanevasBeneficiaires';
  const lines = `${String(fileLines)} lines`;
  return [
    [
      'export of the worklist, XLSX',
      by(() => ({
        ...{ method: 'POST', token: agent, body: '[]' },
        path: '/journeyInstanceProcessingSteps/export?format=xlsx',
      })),
    ],
    [
      'eight reports, Arabic',
      () =>
        Promise.all(
          Array.from({ length: 8 }, () =>
            send(wasl.port, { method: 'GET', token: owner, path: report }),
          ),
        ),
    ],
    ['six photographed pages, 3 MB', document(pdfOfSize(3_000_000))],
    ['a document, 10 MB', document(pdfOfSize(9_900_000))],
    [`check of ${lines}, CSV`, upload(`${requests}?dryRun=true`, 'd.csv', requestsCsv)],
    [`import of ${lines}, CSV`, upload(requests, 'd.csv', requestsCsv)],
    [`check of ${lines}, XLSX`, upload(`${people}?dryRun=true`, 'b.xlsx', peopleXlsx)],
    [`import of ${lines}, XLSX`, upload(people, 'b.xlsx', peopleXlsx)],
  ];
}

/** Prints of each kind the first hold, and the longest and the median of the next ones. */
export async function printBlocks(
  ground: Ground,
  filled: Filled,
  isWanted: (name: string) => boolean,
): Promise<void> {
  const { app, wasl } = ground;
  const print = (name: string, [first = 0, ...next]: readonly number[]): void => {
    const sorted = next.toSorted((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const cells = [first, median, sorted.at(-1) ?? 0].map((ms) => ms.toFixed(1).padStart(8));
    console.log(name.padEnd(42), ...cells);
  };
  console.log(`\n${'longest block, ms'.padEnd(42)}    first   median  longest`);
  const idle: number[] = [];
  for (let round = 0; round < times; round += 1) {
    await wasl.longestBlock();
    await sleep(1000);
    idle.push(await wasl.longestBlock());
  }
  print('nothing asked', idle);
  const kinds: Kind[] = await fileKinds(ground, filled);
  for (const calls of [
    await readCalls(app, wasl.port, filled),
    await signInCalls(app),
    await writeCalls(app, filled, neededOf(ground)),
  ])
    for (const { name, sides } of calls)
      kinds.push([name, (round) => send(wasl.port, sides.wasl(round))]);
  // Last, because they end sessions and accounts.
  kinds.push(...(await everyCall(app, wasl.port, filled)));
  for (const [name, call] of kinds.filter(([one]) => isWanted(one))) {
    const blocks: number[] = [];
    try {
      for (let round = 0; round < times; round += 1) {
        await wasl.longestBlock();
        await call(round);
        blocks.push(await wasl.longestBlock());
      }
      print(name, blocks);
    } catch (error) {
      console.log(`  FAILED ${name}: ${String(error)}`);
      process.exitCode = 1;
    }
  }
  console.log(`load ${os.loadavg()[0]?.toFixed(1) ?? ''}`);
}

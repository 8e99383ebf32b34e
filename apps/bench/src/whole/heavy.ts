/** What is no small read: reports, exports, files of 10 MB, a herd of sign-ins, two processes on one database. */
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

import { generalLists } from '../../../api/src/modules/simulations/report/general-report.ts';
import { reportBytes } from '../../../api/src/modules/simulations/report/report-job.ts';
import { readGeneralRuleSet } from '../../../api/src/modules/simulations/rule-sets.ts';
import { simulationsRepository } from '../../../api/src/modules/simulations/simulations.repository.ts';
import { testPassword, type TestApp } from '../../../api/src/testing/index.ts';
import { pdfOfSize } from '../../../api/src/testing/sample-files.ts';
import type { Filled } from '../fill.ts';
import type { Side } from '../limit/bare-process.ts';
import { watchProcessors } from '../limit/processor-time.ts';
import { apiFolder } from '../measured-server.ts';
import { at, send, sendMany, type Call } from './send.ts';

export interface Heavy {
  readonly app: TestApp;
  readonly filled: Filled;
  readonly wasl: Side;
  readonly bare: Side;
  readonly postmaster: number;
  /** Milliseconds that the event loop was held at most since the last time that this was asked. */
  readonly heldMs: () => Promise<number>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ratioOf = (ours: number, limit: number): string =>
  `${ours.toFixed(1)} ms, limit ${limit.toFixed(1)} ms, ${(ours / limit).toFixed(2)} ×`;

/** Processor time, and how long the event loop was held, beside as long a time in which nothing is asked. */
async function watched(
  { wasl, postmaster, heldMs }: Heavy,
  name: string,
  work: () => Promise<unknown>,
): Promise<{ node: number; postgres: number }> {
  await heldMs();
  const began = performance.now();
  const used = watchProcessors(wasl.pid, postmaster);
  await work();
  const { node, postgres } = used();
  const tookMs = performance.now() - began;
  const held = await heldMs();
  await pause(tookMs);
  const idle = await heldMs();
  console.log(
    `${name}: Node ${node.toFixed(0)} + PostgreSQL ${postgres.toFixed(0)} ms, ${(tookMs / 1000).toFixed(2)} s; event loop held ` +
      `${held.toFixed(0)} ms at most, ${idle.toFixed(0)} while nothing is asked (goal ≤ 50 more)`,
  );
  return { node, postgres };
}

async function ask(
  port: number,
  call: Pick<Call, 'token' | 'path' | 'body'>,
  wanted = 200,
): Promise<Buffer> {
  const { status, bytes } = await send(port, call);
  if (status !== wanted)
    throw new Error(
      `${call.path} was answered ${String(status)}: ${bytes.toString().slice(0, 200)}`,
    );
  return bytes;
}

/** A report beside its drawing alone, in both directions of writing; then eight Arabic ones at once. */
export async function reports(heavy: Heavy, many: number): Promise<void> {
  const { app, wasl, postmaster } = heavy;
  const owner = await app.make.aBeneficiary();
  const token = await app.tokenOf(owner);
  const { id } = await app.make.aSimulation(owner.id, 'general');
  const repository = simulationsRepository(app.db);
  const row = await repository.find({ userId: owner.id, role: 'BENEFICIAIRE' } as never, id);
  if (row === null) throw new Error('The simulation is not there');
  const labels = new Map<string, Map<string, string>>();
  for (const item of await repository.itemsOfLists(Object.values(generalLists)))
    labels.set(
      item.parent,
      (labels.get(item.parent) ?? new Map<string, string>()).set(item.code, item.libelleFr),
    );
  const pathOf = (lang: string): string =>
    `/simulation_prime/generate_report?simulation_prime_id=${String(id)}&lang=${lang}`;
  for (const lang of ['fr', 'ar'] as const) {
    const job = {
      rules: { scheme: 'general', ruleSet: readGeneralRuleSet(row.ruleSet) },
      kept: { input: row.input, result: row.result },
      labels,
      head: {
        lang,
        number: `PRIME-${String(id).padStart(6, '0')}`,
        day: row.createdAt.toISOString().slice(0, 10),
        createdAt: row.createdAt,
        owner: owner.email,
        organisation: null,
      },
    } as const;
    const drawn = async (): Promise<number> => {
      const before = process.cpuUsage();
      for (let done = 0; done < many; done += 1) await reportBytes(job);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / many;
    };
    const asked = async (): Promise<number> => {
      const used = watchProcessors(wasl.pid, postmaster);
      for (let done = 0; done < many; done += 1)
        await ask(wasl.port, { token, path: pathOf(lang), body: null });
      const { node, postgres } = used();
      return (node + postgres) / many;
    };
    // Once before: both are compiled while they run.
    await drawn();
    await asked();
    const [limit, ours] = [await drawn(), await asked()];
    console.log(
      `a report, ${lang}: ${ratioOf(ours, limit)} (goal 1.3; the limit draws, and does nothing else)`,
    );
  }
  await watched(heavy, '8 Arabic reports at once', () =>
    Promise.all(
      Array.from({ length: 8 }, () => ask(wasl.port, { token, path: pathOf('ar'), body: null })),
    ),
  );
}

/** The largest worklist as both kinds of file. */
export async function exportsOf(heavy: Heavy): Promise<void> {
  const { app, filled, wasl } = heavy;
  const token = await app.tokenOf(await app.make.anAgent({ partnerId: filled.partnerIds[0] ?? 0 }));
  for (const format of ['csv', 'xlsx'])
    for (const round of ['first', 'second'])
      await watched(heavy, `export of the largest worklist, ${format}, ${round}`, () =>
        ask(wasl.port, {
          token,
          path: `/journeyInstanceProcessingSteps/export?format=${format}`,
          body: '[]',
        }),
      );
}

/** A PDF of almost 10 MB sent and fetched, beside a server that only writes it to the disk with its digest, and reads it. */
export async function files(heavy: Heavy, rounds: number): Promise<void> {
  const { app, wasl, bare, postmaster } = heavy;
  const owner = await app.make.aBeneficiary();
  const token = await app.tokenOf(owner);
  const { id } = await app.make.aRequest({
    beneficiaryId: owner.id,
    status: 'EN_COURS_DE_CREATION',
  });
  const pdf = pdfOfSize(9_900_000);
  const sent = async (port: number, place: string, body: BodyInit): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `http://127.0.0.1:${String(port)}/api${place}`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    const text = await answer.text();
    if (answer.status !== 201)
      throw new Error(`${place} was answered ${String(answer.status)}: ${text.slice(0, 200)}`);
    return text;
  };
  const upload = async (): Promise<string> => {
    const form = new FormData();
    form.set('name', 'BUSINESS_PLAN');
    form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'plan.pdf');
    const text = await sent(wasl.port, `/requests/${String(id)}/document`, form);
    return (JSON.parse(text) as { filename: string }).filename;
  };
  const bareUpload = async (): Promise<string> =>
    (JSON.parse(await sent(bare.port, '/upload', new Uint8Array(pdf))) as { key: string }).key;
  const costs = { up: [0, 0], down: [0, 0] };
  for (let round = 0; round <= rounds; round += 1)
    for (const [place, side, put] of [
      [0, wasl, upload],
      [1, bare, bareUpload],
    ] as const) {
      const up = watchProcessors(side.pid, postmaster);
      const key = await put();
      const wrote = up();
      const down = watchProcessors(side.pid, postmaster);
      const bytes = await ask(side.port, {
        token,
        path: `/downloadFileRequest/${key}`,
        body: null,
      });
      const read = down();
      if (!bytes.equals(pdf)) throw new Error('The file came back otherwise than it was sent');
      // The first is not counted: the programs are compiled while they run.
      if (round === 0) continue;
      costs.up[place] = (costs.up[place] ?? 0) + (wrote.node + wrote.postgres) / rounds;
      costs.down[place] = (costs.down[place] ?? 0) + (read.node + read.postgres) / rounds;
    }
  for (const [name, [ours = 0, limit = 0]] of Object.entries(costs))
    console.log(`10 MB ${name}: ${ratioOf(ours, limit)}`);
}

/** Fifty people sign in at once while a worklist is read again and again. */
export async function herd({ app, filled, wasl, postmaster }: Heavy): Promise<void> {
  const fromApi = createRequire(path.join(apiFolder, 'package.json'));
  const bcrypt = fromApi('bcrypt') as { hash: (text: string, cost: number) => Promise<string> };
  // As the server hashes; tests hash for less.
  const passwordHash = await bcrypt.hash(testPassword, 12);
  const people = await Promise.all(Array.from({ length: 50 }, () => app.make.aBeneficiary()));
  await app.db.user.updateMany({
    where: { id: { in: people.map(({ id }) => id) } },
    data: { passwordHash },
  });
  const agent = await app.make.anAgent({ partnerId: filled.partnerIds[7] ?? 0 });
  const token = await app.tokenOf(agent);
  const list = { token, path: '/journeyInstanceProcessingSteps/filter', body: '[]' };
  const waitsWhile = async (work: Promise<unknown>): Promise<number[]> => {
    const waits: number[] = [];
    const state = { isDone: false };
    const end = (): void => {
      state.isDone = true;
    };
    work.then(end, end);
    while (!state.isDone) {
      const { status, ms } = await send(wasl.port, list);
      if (status !== 200) throw new Error(`The worklist was answered ${String(status)}`);
      waits.push(ms);
    }
    return waits.toSorted((a, b) => a - b);
  };
  const alone = await waitsWhile(pause(2000));
  const used = watchProcessors(wasl.pid, postmaster);
  const signedIn = Promise.all(
    people.map(async ({ email }) => {
      const body = JSON.stringify({ email, password: testPassword });
      const { status, ms } = await send(wasl.port, {
        token: '',
        path: '/utilisateurs/signIn',
        body,
      });
      return { status, ms };
    }),
  );
  const beside = await waitsWhile(signedIn);
  const answers = await signedIn;
  const took = answers
    .filter(({ status }) => status === 200)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  const { node, postgres } = used();
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  console.log(
    `50 sign-ins at once, ${String(answers.length - took.length)} refused: first ${ms(at(took, 0))}, last ${ms(at(took, 1))}; Node ${ms(node)} + PostgreSQL ${ms(postgres)}; ` +
      `a worklist beside: median ${ms(at(beside, 0.5))}, p95 ${ms(at(beside, 0.95))}, longest ${ms(at(beside, 1))} ` +
      `(alone ${ms(at(alone, 0.5))}, ${ms(at(alone, 0.95))}, ${ms(at(alone, 1))})`,
  );
}

/** Calls per second of one process and of two on one database; and a session that ends on one and is over on both. */
export async function twoProcesses({ app, filled, wasl }: Heavy, other: Side): Promise<void> {
  const agent = await app.make.anAgent({ partnerId: filled.partnerIds[7] ?? 0 });
  const token = await app.tokenOf(agent);
  const call: Call = {
    name: 'worklist',
    token,
    path: '/journeyInstanceProcessingSteps/filter',
    body: '[]',
  };
  const ports = [wasl.port, other.port];
  const many = 600;
  await sendMany(ports, call, many);
  for (const used of [[wasl.port], ports]) {
    const { seconds, waits, refused } = await sendMany(used, call, many);
    console.log(
      `${String(used.length)} process${used.length > 1 ? 'es' : ''}: ${(many / seconds).toFixed(0)} worklists a second, ` +
        `p99 ${at(waits, 0.99).toFixed(0)} ms, ${String(refused)} refused`,
    );
  }
  await ask(wasl.port, { token, path: '/utilisateurs/signOut', body: '' });
  const began = performance.now();
  for (;;) {
    const { status } = await send(other.port, call);
    if (status === 401) break;
    if (performance.now() - began > 5000)
      throw new Error('A session is still known to the other process');
  }
  console.log(
    `a session that ended on one was over on the other after ${(performance.now() - began).toFixed(0)} ms`,
  );
}

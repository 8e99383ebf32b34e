/** Each reading call: what it sends to PostgreSQL, what it costs beside the limit, and how long it takes. */
import type { TestApp } from '../../../api/src/testing/index.ts';
import type { Side } from '../limit/bare-process.ts';
import { differences } from './differences.ts';
import { at, atOnce, costOf, send, sendMany, sendPaced, type Call } from './send.ts';

/** What is known of one call at one size. Milliseconds; blocks of 8 kB. */
export interface Reading {
  readonly name: string;
  readonly statements: number;
  readonly blocks: number;
  readonly node: number;
  readonly postgres: number;
  /** Node and PostgreSQL of the limit; null where it has no such call. */
  readonly limit: number | null;
  readonly perSecond: number;
  /** At sixteen at once. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** At seven tenths of the calls a second that sixteen at once come to. */
  readonly paced: { readonly p50: number; readonly p99: number };
  /** Median with one caller. */
  readonly alone: number;
  /** Calls of the sixteen at once that were not answered 200. */
  readonly refused: number;
  readonly differs: readonly string[];
}

export interface Measured {
  readonly app: TestApp;
  readonly wasl: Side;
  readonly bare: Side;
  readonly postmaster: number;
  /** Rounds of each side, and calls in each. */
  readonly rounds: number;
  readonly callsARound: number;
}

/** Statements and blocks of one call of the product, from pg_stat_statements. */
async function fromStatements({ app, wasl }: Measured, call: Call) {
  const many = atOnce;
  await app.db.$queryRawUnsafe('SELECT 1 FROM pg_stat_statements_reset()');
  for (let done = 0; done < many; done += 1) await send(wasl.port, call);
  const [row] = await app.db.$queryRawUnsafe<{ calls: number; blocks: number }[]>(
    `SELECT coalesce(sum(calls) FILTER (WHERE toplevel), 0)::float AS calls,
       coalesce(sum(shared_blks_hit + shared_blks_read) FILTER (WHERE toplevel), 0)::float AS blocks
     FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE d.datname = current_database() AND query NOT LIKE '%pg_stat_statements%' AND query NOT LIKE '%pg_notify%'`,
  );
  return { statements: (row?.calls ?? 0) / many, blocks: (row?.blocks ?? 0) / many };
}

/** Milliseconds that a round takes at most, but for calls of which five take longer. */
const longestRound = 4000;
/** Calls of a round: as many as wanted, fewer where each takes long. */
async function callsOf(side: Side, call: Call, wanted: number): Promise<number> {
  const waits: number[] = [];
  for (let done = 0; done < 3; done += 1) waits.push((await send(side.port, call)).ms);
  return Math.max(
    5,
    Math.min(
      wanted,
      Math.round(
        longestRound /
          at(
            waits.toSorted((a, b) => a - b),
            0.5,
          ),
      ),
    ),
  );
}

/** @returns what the call costs; the limit's is compared with it member by member first */
export async function reading(measured: Measured, call: Call): Promise<Reading> {
  const { wasl, bare, postmaster, rounds } = measured;
  const isCompared = call.isAlone !== true;
  const sides = isCompared ? [wasl, bare] : [wasl];
  const answers = [];
  for (const { port } of sides) answers.push((await send(port, call)).bytes.toString());
  const [ours, theirs] = answers.map((text) => JSON.parse(text || 'null') as unknown);
  const differs = isCompared ? differences(ours, theirs) : [];
  const callsARound = await callsOf(wasl, call, measured.callsARound);
  // Each of ten connections keeps its plan from the sixth time on.
  for (const side of sides) await sendMany([side.port], call, callsARound);
  const { statements, blocks } = await fromStatements(measured, call);
  const totals = sides.map(() => ({ node: 0, postgres: 0 }));
  for (let round = 0; round < rounds; round += 1)
    for (const [place, side] of sides.entries()) {
      const { node, postgres } = await costOf(side, postmaster, call, callsARound);
      const total = totals[place];
      if (total === undefined) continue;
      total.node += node / rounds;
      total.postgres += postgres / rounds;
    }
  const many = callsARound * rounds;
  const { waits, refused, seconds } = await sendMany([wasl.port], call, many);
  const paced = await sendPaced(wasl.port, call, { many, perSecond: (0.7 * many) / seconds });
  const { waits: alone } = await sendMany([wasl.port], call, Math.min(many, 50), 1);
  const [own = { node: 0, postgres: 0 }, limit] = totals;
  return {
    name: call.name,
    statements,
    blocks,
    ...own,
    limit: limit === undefined ? null : limit.node + limit.postgres,
    perSecond: many / seconds,
    p50: at(waits, 0.5),
    p95: at(waits, 0.95),
    p99: at(waits, 0.99),
    paced: { p50: at(paced, 0.5), p99: at(paced, 0.99) },
    alone: at(alone, 0.5),
    refused,
    differs,
  };
}

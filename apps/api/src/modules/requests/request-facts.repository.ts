import { Prisma } from '@wasl/db';

import { activeAgentSql } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { sendRows } from '../../platform/database/own-statements.repository.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { toPrisma } from '../../platform/database/statements.repository.ts';
import { clocksOf, type ClockRow } from './deadlines.repository.ts';
import {
  agentColumns,
  submissionColumns,
  type AgentRow,
  type RequestProcess,
} from './routing.repository.ts';

/** All that follows from a change of a step is decided from: read once, under the request's lock. */
export interface RequestFacts {
  readonly request: RequestProcess;
  /** Organisations of its steps that have an agent who can sign in. */
  readonly attended: ReadonlySet<number>;
  /** The clocks of its steps, of those too whose turn has not come. */
  readonly clocks: readonly ClockRow[];
  /** Who can sign in of the organisations whose turn has not come; not read where no turn can come. */
  readonly waitingAgents: readonly AgentRow[] | null;
}

/** The same as JSON. */
export interface FactsJson {
  readonly request: Unread<RequestProcess>;
  readonly attended: readonly number[];
  readonly clocks: readonly (Omit<ClockRow, 'assignedAt'> & {
    readonly assignedAt: string | null;
  })[];
  readonly agents: readonly Unread<AgentRow>[] | null;
}

const requestRow = jsonRow('SupportRequest', 'r', submissionColumns);
/** An {@link AgentRow} of `users u`. */
export const agentRow = jsonRow('User', 'u', agentColumns);

const isActive = Prisma.raw(activeAgentSql('u'));
const requestSql = Prisma.sql`(SELECT row_to_json(t) FROM (SELECT ${requestRow.columns}) AS t)`;
const attendedSql = Prisma.sql`(SELECT coalesce(json_agg(o.partner_id), '[]')
  FROM (SELECT DISTINCT s.partner_id FROM processing_steps s WHERE s.request_id = r.id) AS o
  WHERE EXISTS (SELECT 1 FROM users u WHERE u.partner_id = o.partner_id AND ${isActive}))`;
const waitingAgentsSql = Prisma.sql`(SELECT coalesce(json_agg(a ORDER BY a.email), '[]') FROM (
  SELECT ${agentRow.columns} FROM users u WHERE ${isActive} AND u.partner_id IN (
    SELECT s.partner_id FROM processing_steps s WHERE s.request_id = r.id AND s.status = 'NOT_STARTED')) AS a)`;

/** {@link FactsJson} of `requests r`. @param canTurnCome whether the agents are read whose turn may come */
export function requestFactsSql(requestId: number, canTurnCome: boolean): Prisma.Sql {
  return Prisma.sql`json_build_object('request', ${requestSql}, 'attended', ${attendedSql},
    'clocks', (SELECT coalesce(json_agg(c ORDER BY c.id), '[]') FROM (${toPrisma(clocksOf(requestId))}) AS c),
    'agents', ${canTurnCome ? waitingAgentsSql : Prisma.sql`NULL`})`;
}

/** The facts as the client would have read them. */
export function readRequestFacts({ request, attended, clocks, agents }: FactsJson): RequestFacts {
  return {
    request: requestRow.read(request),
    attended: new Set(attended),
    clocks: clocks.map(({ assignedAt, ...clock }) => ({
      ...clock,
      assignedAt: assignedAt === null ? null : new Date(assignedAt),
    })),
    waitingAgents: agents && agents.map(agentRow.read),
  };
}

/** The facts of a request in one statement; lock it first, and have its history written. */
export async function requestFacts(tx: Db, requestId: number): Promise<RequestFacts> {
  const [row] = await sendRows<{ facts: FactsJson }>(
    tx,
    Prisma.sql`
    SELECT ${requestFactsSql(requestId, true)} AS facts FROM requests r WHERE r.id = ${requestId}`,
  );
  if (row === undefined) throw new Error(`Request ${String(requestId)} is not there`);
  return readRequestFacts(row.facts);
}

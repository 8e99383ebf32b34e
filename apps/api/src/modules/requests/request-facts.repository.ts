import { type Expression, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  prepared,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { clocksOf, type ClockRow } from './deadlines.repository.ts';
import {
  agent,
  readAgent,
  readProcess,
  requestProcess,
  type AgentJson,
  type AgentRow,
  type ProcessJson,
  type RequestProcess,
} from './routing.repository.ts';

/** All inputs of the rules that follow a change of a step. They are read once, under the request's lock. */
export interface RequestFacts {
  readonly request: RequestProcess;
  /** Organisations of the steps that have an agent who can sign in. */
  readonly attended: ReadonlySet<number>;
  /** The clocks of the steps, including steps that have not started. */
  readonly clocks: readonly ClockRow[];
  /** Active agents of organisations whose steps have not started; null (not read) when no step can start. */
  readonly waitingAgents: readonly AgentRow[] | null;
}

interface FactsJson {
  readonly request: ProcessJson;
  readonly attended: readonly number[];
  readonly clocks: readonly (Omit<ClockRow, 'assignedAt'> & {
    readonly assignedAt: string | null;
  })[];
  readonly agents: readonly AgentJson[] | null;
}

/** Selects the {@link FactsJson} of a request. @param canTurnCome whether to read the agents of steps that may start */
export function requestFactsOf(
  requestId: Expression<number>,
  canTurnCome: boolean,
): RawBuilder<FactsJson> {
  const steps = build.selectFrom('processing_steps as s').where('s.request_id', '=', requestId);
  return jsonBuildObject({
    request: jsonObjectFrom(
      build.selectFrom('requests as r').where('r.id', '=', requestId).select(requestProcess),
    ).$notNull(),
    attended: build
      .selectFrom(steps.select('s.partner_id').distinct().as('o'))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('users as u')
            .whereRef('u.partner_id', '=', 'o.partner_id')
            .where(isActiveAgentRow())
            .select('u.id'),
        ),
      )
      .select(sql<number[]>`coalesce(json_agg(${sql.ref('o.partner_id')}), '[]')`.as('ids'))
      .$asScalar()
      .$notNull(),
    clocks: jsonArrayFrom(clocksOf(requestId).orderBy('s.id')),
    agents: canTurnCome
      ? jsonArrayFrom(
          build
            .selectFrom('users as u')
            .where(isActiveAgentRow())
            .where(
              'u.partner_id',
              'in',
              steps.where('s.status', '=', sql.lit('NOT_STARTED')).select('s.partner_id'),
            )
            .orderBy('u.email')
            .select(agent),
        )
      : sql<null>`null`,
  });
}

/** Parses the JSON into the types of the Prisma client. */
export function readRequestFacts({ request, attended, clocks, agents }: FactsJson): RequestFacts {
  return {
    request: readProcess(request),
    attended: new Set(attended),
    clocks: clocks.map(({ assignedAt, ...clock }) => ({
      ...clock,
      assignedAt: assignedAt === null ? null : new Date(assignedAt),
    })),
    waitingAgents: agents && agents.map(readAgent),
  };
}

const factsOfRequest = prepared(({ requestId }: Placeholders<{ readonly requestId: number }>) =>
  build
    .selectFrom('requests as r')
    .where('r.id', '=', requestId)
    .select(requestFactsOf(requestId, true).as('facts')),
);

/** Reads the facts of a request in one statement. Lock the request and write its history first. */
export async function requestFacts(tx: Db, requestId: number): Promise<RequestFacts> {
  const [row] = await rows(tx, factsOfRequest({ requestId }));
  if (row === undefined) throw new Error(`Request ${String(requestId)} is not there`);
  return readRequestFacts(row.facts);
}

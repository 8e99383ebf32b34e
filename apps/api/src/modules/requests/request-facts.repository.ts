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
interface FactsJson {
  readonly request: ProcessJson;
  readonly attended: readonly number[];
  readonly clocks: readonly (Omit<ClockRow, 'assignedAt'> & {
    readonly assignedAt: string | null;
  })[];
  readonly agents: readonly AgentJson[] | null;
}

/** {@link FactsJson} of a request. @param canTurnCome whether the agents are read whose turn may come */
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

/** The facts as the client would have read them. */
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

/** The facts of a request in one statement; lock it first, and have its history written. */
export async function requestFacts(tx: Db, requestId: number): Promise<RequestFacts> {
  const [row] = await rows(tx, factsOfRequest({ requestId }));
  if (row === undefined) throw new Error(`Request ${String(requestId)} is not there`);
  return readRequestFacts(row.facts);
}

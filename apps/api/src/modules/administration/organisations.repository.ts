import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';

import { activeAgent, isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { personNameColumns } from '../../platform/database/person-name.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { nameColumns, partnerColumns, partnerName } from '../partners/index.ts';
import { absenceColumns } from '../processing/index.ts';
import { likeLiteral, searchKey } from '../reference/index.ts';
import { openFilesOf } from '../requests/index.ts';

const agentColumns = {
  id: true,
  email: true,
  ...personNameColumns,
  emailConfirmedAt: true,
  approvedAt: true,
  disabledAt: true,
  isResponsible: true,
  absence: { select: absenceColumns },
} as const satisfies Prisma.UserSelect;
export type AgentRow = Prisma.UserGetPayload<{ select: typeof agentColumns }>;

/** Agents on the page of an organisation, which has tens. */
const mostAgents = 500;

const summaries = build.selectFrom('partners as p').select((eb) => [
  'p.id',
  ...partnerName,
  'p.approved_at as approvedAt',
  'p.refused_at as refusedAt',
  eb
    .selectFrom('users as u')
    .whereRef('u.partner_id', '=', 'p.id')
    .where(isActiveAgentRow())
    .select(sql<number>`count(*)::int`.as('count'))
    .$asScalar()
    .$notNull()
    .as('agents'),
  openFilesOf(eb.ref('p.id')).as('openFiles'),
]);

/** Organisations for administrators: approved, pending and refused ones. */
export function organisationsRepository(db: Db) {
  return {
    /** Organisations with the text in a title, by title. @param after the last one of the previous page */
    async search(text: string, after: number | null, size: number) {
      const typed = `%${likeLiteral(text)}%`;
      const found =
        text === ''
          ? summaries
          : summaries.where((eb) =>
              eb.or([
                eb('p.title_key', 'like', `%${likeLiteral(searchKey(text))}%`),
                ...(['title', 'title_en', 'title_ar', 'title_es'] as const).map((title) =>
                  eb(`p.${title}`, 'ilike', typed),
                ),
              ]),
            );
      const rest =
        after === null
          ? found
          : found.where(
              sql<boolean>`(p.title, p.id) > (SELECT title, id FROM partners WHERE id = ${after})`,
            );
      return await rows(db, rest.orderBy('p.title').orderBy('p.id').limit(size));
    },

    async find(id: number) {
      const [summary] = await rows(db, summaries.where('p.id', '=', id));
      if (summary === undefined) return null;
      const [details, colleagues, move] = await Promise.all([
        db.partner.findUniqueOrThrow({
          where: { id },
          select: { ...partnerColumns, createdAt: true, changedAt: true },
        }),
        db.user.findMany({
          where: { partnerId: id, role: activeAgent.role },
          orderBy: [{ nom: 'asc' }, { prenom: 'asc' }, { id: 'asc' }],
          take: mostAgents,
          select: agentColumns,
        }),
        db.fileMove.findFirst({
          where: { fromId: id, finishedAt: null },
          select: { to: { select: { id: true, ...nameColumns } } },
        }),
      ]);
      return { summary, details, colleagues, movesTo: move?.to ?? null };
    },
  };
}
export type OrganisationSummaryRow = Awaited<
  ReturnType<ReturnType<typeof organisationsRepository>['search']>
>[number];

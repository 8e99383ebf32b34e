import {
  mostCounted,
  mostSearchedThreads,
  type Role,
  type StepStatus,
  type threadViews,
} from '@wasl/contracts';
import type { DB as Tables } from '@wasl/db/tables';
import {
  type AliasableExpression,
  type Expression,
  type QueryCreator,
  sql,
  type SqlBool,
} from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { personName } from '../../platform/database/person-name.ts';
import {
  boundValues,
  build,
  conditionOn,
  prepared,
  read,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import {
  isContactShown,
  isInStepScope,
  readerIds,
  type ReaderIds,
} from '../../policies/scopes.repository.ts';
import { partnerName, type OrganisationName } from '../partners/index.ts';
import { itemLabel, type Labelled } from '../reference/index.ts';
import { containsFolded, hasNumber, isNamedWithoutContact } from '../requests/index.ts';
import { searchTerms } from '../../rules/search-terms.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

/** A conversation in the list. Instants are text from JSON. */
export interface ListedThreadRow {
  readonly id: number;
  readonly requestId: number;
  readonly status: StepStatus;
  readonly awaitsAnswerSince: string | null;
  readonly partner: OrganisationName;
  readonly titleItem: Labelled;
  readonly request: {
    readonly numRequest: string;
    readonly beneficiary: { nom: string; prenom: string; companyName: string | null };
  };
  /** Number of messages that a beneficiary should read or an agent should answer. */
  readonly waiting: number;
  readonly lastMessage: { id: number; body: string; createdAt: string; authorRole: Role } | null;
}

/** A section of the list. All its rows come before the rows of the next section. */
interface Stretch {
  readonly condition: Expression<SqlBool>;
  readonly column: 's.awaits_answer_since' | 's.last_message_at' | 's.created_at';
  readonly direction: 'asc' | 'desc';
}

const step = conditionOn<'s'>();
const isOpen = step(
  's.status',
  'in',
  openStepStatuses.map((code) => sql.lit(code)),
);
/** Equals the condition of the partial index, which excludes closed steps. */
export const isUnanswered = step.and([step('s.awaits_answer_since', 'is not', null), isOpen]);
const isBegun = step('s.last_message_at', 'is not', null);

/** The sections of each side's list, and the condition of its steps. */
const lists: Readonly<
  Record<Role, { stretches: readonly [Stretch, Stretch]; isListed: Expression<SqlBool> }>
> = {
  PARTENAIRE: {
    stretches: [
      { condition: isUnanswered, column: 's.awaits_answer_since', direction: 'asc' },
      {
        condition: step.and([isBegun, step.not(isUnanswered)]),
        column: 's.last_message_at',
        direction: 'desc',
      },
    ],
    isListed: isBegun,
  },
  BENEFICIAIRE: {
    stretches: [
      { condition: isBegun, column: 's.last_message_at', direction: 'desc' },
      {
        condition: step.and([step('s.last_message_at', 'is', null), isOpen]),
        column: 's.created_at',
        direction: 'desc',
      },
    ],
    isListed: step.or([isBegun, isOpen]),
  },
};

interface Written {
  readonly id: number;
  readonly step_id: number;
  readonly author_role: Role;
  readonly created_at: Date;
}

/** Updates a conversation with the new message `written`. The result equals that of `refresh` over all messages. */
export const afterMessage = (part: QueryCreator<Tables & { written: Written }>) =>
  part
    .updateTable('processing_steps as s')
    .from('written as w')
    .set((eb) => {
      const ofBeneficiary = eb.case().when('w.author_role', '=', sql.lit('BENEFICIAIRE'));
      return {
        last_message_at: eb.fn('greatest', ['s.last_message_at', 'w.created_at']),
        awaits_answer_since: ofBeneficiary
          .then(eb.fn<Date>('least', ['s.awaits_answer_since', 'w.created_at']))
          .end(),
        // A message of the person wakes a snoozed file.
        snoozed_until: ofBeneficiary
          .then(sql<Date | null>`null::date`)
          .else(eb.ref('s.snoozed_until'))
          .end(),
        awaiting_messages: ofBeneficiary
          .then(eb('s.awaiting_messages', '+', sql.lit(1)))
          .else(sql.lit(0))
          .end(),
      };
    })
    .whereRef('s.id', '=', 'w.step_id');

/** Number of messages that an agent should answer or a beneficiary should read. */
const waiting: Readonly<Record<Role, AliasableExpression<number>>> = {
  PARTENAIRE: step.case().when(isOpen).then(step.ref('s.awaiting_messages')).else(sql.lit(0)).end(),
  BENEFICIAIRE: step
    .selectFrom('step_messages as n')
    .whereRef('n.step_id', '=', 's.id')
    .where('n.author_role', '=', sql.lit('PARTENAIRE'))
    .where('n.read_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .$asScalar()
    .$notNull(),
};

function threadStates(db: Db) {
  return {
    /**
     * Recalculates the time of a step's last message and of the beneficiary's first unanswered message. Only this and
     * {@link afterMessage} write these columns. The caller must lock the request.
     */
    async refresh(stepIds: readonly number[]): Promise<void> {
      const messages = build
        .selectFrom('processing_steps as t')
        .innerJoin('step_messages as a', 'a.step_id', 't.id')
        .whereRef('t.id', '=', sql.ref('wanted.id'))
        .select((eb) => [
          'a.created_at',
          eb
            .and([
              eb('a.author_role', '=', 'BENEFICIAIRE'),
              eb(
                'a.id',
                '>',
                eb.fn<number>('greatest', [
                  eb.fn.coalesce('t.answer_waived_up_to', sql.lit(0)),
                  eb.fn.coalesce(
                    eb.fn.max('a.id').filterWhere('a.author_role', '=', 'PARTENAIRE').over(),
                    sql.lit(0),
                  ),
                ]),
              ),
            ])
            .as('waits'),
        ]);
      const known = build
        .selectFrom(messages.as('e'))
        .select((eb) => [
          eb.fn.max('e.created_at').as('last_at'),
          eb.fn.min('e.created_at').filterWhere(eb.ref('e.waits')).as('since'),
          eb.fn.countAll<number>().filterWhere(eb.ref('e.waits')).as('awaiting'),
        ]);
      const query = build
        .updateTable('processing_steps as s')
        .from([
          sql<{ id: number }>`unnest(${[...stepIds]}::int[])`.as<'wanted'>(sql`wanted (id)`),
          sql<{ last_at: Date; since: Date; awaiting: number }>`lateral ${known}`.as('m'),
        ])
        .set((eb) => ({
          last_message_at: eb.ref('m.last_at'),
          awaits_answer_since: eb.ref('m.since'),
          awaiting_messages: eb.ref('m.awaiting'),
        }))
        .whereRef('s.id', '=', 'wanted.id');
      await rows(db, query);
    },

    /** Stores the last message that needs no answer; null clears it. */
    async waive(stepId: number, upTo: number | null): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: { answerWaivedUpTo: upTo },
        select: { id: true },
      });
    },
  };
}

/** Columns of {@link ListedThreadRow} of `processing_steps as s` and `requests as r`. */
const threadColumns = (role: Role) => {
  const eb = conditionOn<'s' | 'r'>();
  return [
    's.id',
    's.request_id as requestId',
    's.status',
    eb.case().when(isOpen).then(eb.ref('s.awaits_answer_since')).end().as('awaitsAnswerSince'),
    waiting[role].as('waiting'),
    jsonObjectFrom(
      eb.selectFrom('partners as p').whereRef('p.id', '=', 's.partner_id').select(partnerName),
    )
      .$notNull()
      .as('partner'),
    jsonObjectFrom(
      eb
        .selectFrom('reference_items as i')
        .whereRef('i.id', '=', 's.title_item_id')
        .select(itemLabel),
    )
      .$notNull()
      .as('titleItem'),
    jsonBuildObject({
      numRequest: eb.ref('r.num_request'),
      beneficiary: jsonObjectFrom(
        eb.selectFrom('users as u').whereRef('u.id', '=', 'r.beneficiary_id').select(personName),
      ).$notNull(),
    }).as('request'),
    jsonObjectFrom(
      eb
        .selectFrom('step_messages as m')
        .whereRef('m.step_id', '=', 's.id')
        .orderBy('m.id', 'desc')
        .limit(1)
        .select(['m.id', 'm.body', 'm.created_at as createdAt', 'm.author_role as authorRole']),
    ).as('lastMessage'),
  ] as const;
};

/** Latest messages of a conversation that a search reads. */
const mostSearchedMessages = 20;

/**
 * Condition on `processing_steps as s` and `requests as r`: the person's name, the beginning of an e-mail address that
 * the agent may read, the request's number, or all words in one message. It folds texts row by row, so it is for a
 * limited number of conversations.
 */
function isFound(search: string): Expression<SqlBool> {
  const eb = conditionOn<'s' | 'r'>();
  const { names, number } = searchTerms(search);
  const messages = eb
    .selectFrom('step_messages as m')
    .whereRef('m.step_id', '=', 's.id')
    .orderBy('m.id', 'desc')
    .limit(sql.lit(mostSearchedMessages))
    .select(sql<string>`search_fold(m.body)`.as('body'));
  return eb.or([
    ...(number === null ? [] : [hasNumber(eb.ref('r.num_request'), number)]),
    eb.exists(
      eb
        .selectFrom('users as u')
        .whereRef('u.id', '=', 'r.beneficiary_id')
        .where(
          eb.or([
            isNamedWithoutContact(names),
            eb.and([
              isContactShown(),
              sql<SqlBool>`starts_with(u.email, ${search.trim().toLowerCase()})`,
            ]),
          ]),
        )
        .select('u.id'),
    ),
    eb.exists(
      search
        .split(/\s+/)
        .reduce(
          (found, word) => found.where('m.body', 'like', containsFolded(word)),
          build.selectFrom(messages.as('m')).select('m.body'),
        ),
    ),
  ]);
}

interface ThreadsAsked extends ReaderIds {
  readonly size: number;
  /** Rows before the page, and up to its end. */
  readonly from: number;
  readonly upTo: number;
}

function threads(
  { size, from, upTo, userId, partnerId }: Placeholders<ThreadsAsked>,
  role: Role,
  isMine: boolean,
  search?: string,
) {
  const { stretches, isListed } = lists[role];
  const steps = build
    .selectFrom('processing_steps as s')
    .$if(role === 'BENEFICIAIRE', (all) => all.innerJoin('requests as r', 'r.id', 's.request_id'))
    .$if(isMine, (all) => all.where('s.assignee_id', '=', userId))
    .where(isInStepScope({ role, userId, partnerId }));
  const rowsOf = ({ condition, column, direction }: Stretch, part: number) => {
    const sign = sql.lit(direction === 'asc' ? 1 : -1);
    const first = steps
      .where(condition)
      .orderBy(column, direction)
      .orderBy('s.id', direction)
      .limit(search === undefined ? upTo : sql.lit(mostSearchedThreads))
      .select((eb) => [
        's.id',
        sql.lit(part).as('part'),
        sql<number>`${sign} * extract(epoch FROM ${eb.ref(column)})`.as('place'),
        sql<number>`${sign} * ${eb.ref('s.id')}`.as('tie'),
      ]);
    return build.selectFrom(first.as('stretch')).selectAll();
  };
  const all = build
    .selectFrom(rowsOf(stretches[0], 0).unionAll(rowsOf(stretches[1], 1)).as('listed'))
    .selectAll('listed');
  const found =
    search === undefined
      ? all
      : all
          .innerJoin('processing_steps as s', 's.id', 'listed.id')
          .innerJoin('requests as r', 'r.id', 's.request_id')
          .where(isFound(search));
  const counted = steps
    .where(isListed)
    .orderBy('s.last_message_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(mostCounted + 1)
    .select('s.id');
  return build
    .with('found', () => found)
    .selectNoFrom((eb) => [
      eb
        .selectFrom(
          search === undefined ? counted.as('c') : eb.selectFrom('found').select('id').as('c'),
        )
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .$notNull()
        .as('total'),
      jsonArrayFrom(
        eb
          .selectFrom(
            eb
              .selectFrom('found')
              .selectAll()
              .orderBy('part')
              .orderBy('place')
              .orderBy('tie')
              .limit(size)
              .offset(from)
              .as('l'),
          )
          .innerJoin('processing_steps as s', 's.id', 'l.id')
          .innerJoin('requests as r', 'r.id', 's.request_id')
          .orderBy('l.part')
          .orderBy('l.place')
          .orderBy('l.tie')
          .select(threadColumns(role)),
      ).as('rows'),
    ]);
}

const threadPage = prepared((asked: Placeholders<ThreadsAsked>, role: Role, isMine: boolean) =>
  threads(asked, role, isMine),
);

export interface ThreadsQuery {
  readonly page: number;
  readonly size: number;
  readonly view?: (typeof threadViews)[number] | undefined;
  readonly search?: string | undefined;
}

function threadPages(db: Db) {
  return {
    /**
     * Returns a page of the person's conversations in one statement. For an agent: unanswered conversations first, the
     * longest waiting on top, then by last message. For a beneficiary: by last message, then open steps without
     * messages. Clients poll it, so the total stops at {@link mostCounted}. A search reads at most
     * {@link mostSearchedThreads} rows of each section, and the latest messages of each.
     */
    async page(
      actor: Actor,
      { page, size, view, search }: ThreadsQuery,
    ): Promise<{ rows: ListedThreadRow[]; total: number }> {
      const asked = { ...readerIds(actor), size, from: page * size, upTo: (page + 1) * size };
      const isAgent = actor.role === 'PARTENAIRE';
      const isMine = isAgent && view === 'mine';
      const query =
        isAgent && search !== undefined
          ? threads(boundValues(asked), actor.role, isMine, search)
          : threadPage(asked, actor.role, isMine);
      const [found] = await read(db, 'conversations', query);
      return found ?? { rows: [], total: 0 };
    },
  };
}

/**
 * Lists of conversations. {@link refresh} stores their state on the step, so lists and counts read an index. Their cost
 * depends on the waiting conversations, not on all messages.
 */
export function threadsRepository(db: Db) {
  return { ...threadStates(db), ...threadPages(db) };
}

import { randomBytes } from 'node:crypto';

import type { Lang } from '@wasl/contracts';
import { sql, type InferResult } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { personName } from '../../platform/database/person-name.ts';
import { build, conditionOn, read } from '../../platform/database/statements.repository.ts';
import { finishedStatuses } from '../../policies/request-actions.ts';
import { storedStatus } from '../../policies/request-status.ts';
import { isOwnRequest } from '../../policies/scopes.repository.ts';
import { journeyTitle, type Answer } from '../journeys/index.ts';
import { nameColumns, nameOf, organisationContact, partnerName } from '../partners/index.ts';
import { itemLabel, stepTitle } from '../reference/index.ts';
import {
  beneficiaryOf,
  requestDocuments,
  usualDays,
  usualDelay,
  type UsualDaysJson,
  type UsualDelayJson,
} from '../requests/index.ts';
import { droppedStepStatuses } from '../../rules/step-transitions.ts';

const onRequest = conditionOn<'r'>();
const onStep = conditionOn<'s'>();
const isFinished = onRequest(
  'r.status',
  'in',
  finishedStatuses.map((status) => sql.lit(status)),
);
const partnerIds = onRequest
  .selectFrom('processing_steps as s')
  .whereRef('s.request_id', '=', 'r.id')
  .select('s.partner_id')
  .distinct();
/** A submission with all data of its receipt. */
const receipt = build.selectFrom('requests as r').select([
  'r.id',
  'r.num_request as numRequest',
  storedStatus,
  'r.description',
  'r.url_video as urlVideo',
  sql<readonly Answer[]>`r.answers`.as('answers'),
  'r.date_request as dateRequest',
  'r.submitted_at as submittedAt',
  requestDocuments,
  jsonObjectFrom(beneficiaryOf.select(personName)).$notNull().as('beneficiary'),
  jsonObjectFrom(
    onRequest
      .selectFrom('journey_defs as j')
      .whereRef('j.id', '=', 'r.journey_def_id')
      .select(journeyTitle),
  ).as('journeyDef'),
  jsonArrayFrom(
    onRequest
      .selectFrom('request_services as x')
      .innerJoin('reference_items as i', 'i.id', 'x.item_id')
      .whereRef('x.request_id', '=', 'r.id')
      .orderBy('i.position')
      .orderBy('x.item_id')
      .select(['x.item_id as itemId', ...itemLabel]),
  ).as('services'),
  jsonArrayFrom(
    onRequest
      .selectFrom('processing_steps as s')
      .whereRef('s.request_id', '=', 'r.id')
      .where(
        's.status',
        'not in',
        droppedStepStatuses.map((status) => sql.lit(status)),
      )
      .orderBy('s.position')
      .select([
        's.title_item_id as titleItemId',
        's.due_on as dueOn',
        stepTitle,
        's.status',
        jsonObjectFrom(
          onStep
            .selectFrom('partners as p')
            .whereRef('p.id', '=', 's.partner_id')
            .select(['p.id', ...partnerName, ...organisationContact]),
        )
          .$notNull()
          .as('partner'),
      ]),
  ).as('steps'),
  // When the owner withdrew it.
  onRequest
    .selectFrom('history_events as h')
    .whereRef('h.request_id', '=', 'r.id')
    .where('h.kind', '=', sql.lit('STATUS'))
    .where('h.to_status', '=', sql.lit('RETIREE'))
    .orderBy('h.id', 'desc')
    .limit(sql.lit(1))
    .select('h.at')
    .as('withdrawnAt'),
  // Null until its receipt is first asked for.
  onRequest
    .selectFrom('request_receipts as k')
    .whereRef('k.request_id', '=', 'r.id')
    .where('k.submitted_at', '=', onRequest.fn.coalesce('r.submitted_at', 'r.date_request'))
    .select('k.token')
    .as('token'),
  sql<UsualDelayJson>`CASE WHEN ${isFinished} THEN '[]' ELSE ${usualDelay()} END`.as('delays'),
  // Of the organisations with a step of the request.
  sql<UsualDaysJson>`${usualDays(sql`ARRAY${partnerIds}`)}`.as('days'),
]);
export type ReceiptRow = InferResult<typeof receipt>[number];

/** 128 random bits, so that a token cannot be guessed. */
const newToken = (): string => randomBytes(16).toString('base64url');

export function receiptsRepository(db: Db) {
  return {
    /** The owner's request with all data of its receipt, in one statement. */
    async find(actor: Actor, id: number): Promise<ReceiptRow | undefined> {
      const query = receipt.where('r.id', '=', id).where(isOwnRequest(actor));
      const [found] = await read(db, 'a receipt', query);
      return found;
    },

    /** Creates or reads the token of a submission. */
    async makeToken(requestId: number, submittedAt: Date): Promise<string> {
      const submission = { requestId, submittedAt };
      const where = { requestId_submittedAt: submission };
      // Of two concurrent calls one inserts the token, and both read it.
      await db.requestReceipt.createMany({
        data: [{ ...submission, token: newToken() }],
        skipDuplicates: true,
      });
      const made = await db.requestReceipt.findUniqueOrThrow({ where, select: { token: true } });
      return made.token;
    },

    /** The number and date of a token's submission, without personal data. */
    async confirmed(token: string): Promise<{ numRequest: string; submittedAt: Date } | undefined> {
      const row = await db.requestReceipt.findUnique({
        where: { token },
        select: { submittedAt: true, request: { select: { numRequest: true } } },
      });
      return row ? { numRequest: row.request.numRequest, submittedAt: row.submittedAt } : undefined;
    },

    async organisationTitle(id: number, lang: Lang): Promise<string | null> {
      const partner = await db.partner.findUnique({ where: { id }, select: nameColumns });
      return partner === null ? null : nameOf(partner, lang);
    },
  };
}

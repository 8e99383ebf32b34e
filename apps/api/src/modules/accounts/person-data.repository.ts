import { sql } from 'kysely';

import { personNameColumns } from '../../platform/database/person-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, conditionOn, rows } from '../../platform/database/statements.repository.ts';
import { finishedStatuses } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { erasedPerson, itemColumns, itemSelect } from './person-columns.ts';

export interface PersonFile {
  readonly id: number;
  readonly key: string;
  readonly originalName: string;
}

const erasedHost = '@erased.invalid';

export function isErased(email: string): boolean {
  return email.endsWith(erasedHost);
}

/** Condition on `users as u`. */
export const notErased = () => conditionOn<'u'>()('u.email', 'not like', sql.lit(`%${erasedHost}`));

/** Rows per batch, so that an export's memory does not grow with its data. */
const batch = 100;

const labelled = { select: labelColumns } as const;
/** The import that created a row. */
const fromFile = {
  select: { createdAt: true, partner: { select: { title: true } } },
} as const;

function personReads(db: Db) {
  return {
    async find(email: string) {
      return await db.user.findUnique({
        where: { email },
        select: { id: true, email: true },
      });
    },

    /** Locks the account until the transaction ends. */
    async lock(userId: string): Promise<void> {
      await rows(db, build.selectFrom('users').select('id').where('id', '=', userId).forUpdate());
    },

    /** Locks the person's organisation when it is neither approved nor refused. @returns whether it is */
    async lockUndecided(userId: string): Promise<boolean> {
      const undecided = build
        .selectFrom('partners as p')
        .innerJoin('users as u', 'u.partner_id', 'p.id')
        .where('u.id', '=', userId)
        .where('p.approved_at', 'is', null)
        .where('p.refused_at', 'is', null)
        .select('p.id')
        .forUpdate('p');
      return (await rows(db, undecided)).length > 0;
    },

    /** The person's name, language and address, and the erasure demand. */
    async summary(userId: string) {
      return await db.user.findUniqueOrThrow({
        where: { id: userId },
        select: {
          email: true,
          lang: true,
          ...personNameColumns,
          deletionAskedAt: true,
          emailConfirmedAt: true,
          partner: { select: nameColumns },
        },
      });
    },

    async filesOf(ownerId: string): Promise<PersonFile[]> {
      return await db.storedFile.findMany({
        where: { ownerId },
        orderBy: { id: 'asc' },
        select: { id: true, key: true, originalName: true },
      });
    },

    /** The account without secrets. Long lists are read separately. */
    async account(userId: string) {
      return await db.user.findUniqueOrThrow({
        where: { id: userId },
        omit: {
          passwordHash: true,
          sessionVersion: true,
          ...itemColumns,
          partnerId: true,
          importId: true,
          disabledById: true,
        },
        include: {
          ...itemSelect,
          partner: { select: { id: true, title: true } },
          openedBy: fromFile,
          identity: { omit: { userId: true } },
          consents: { orderBy: { version: 'asc' }, omit: { userId: true } },
          qualifications: { orderBy: { id: 'asc' }, omit: { userId: true } },
          sessions: { orderBy: { createdAt: 'asc' }, omit: { userId: true } },
          files: {
            orderBy: { id: 'asc' },
            select: {
              id: true,
              originalName: true,
              mimeType: true,
              size: true,
              createdAt: true,
            },
          },
          // Draft content is sealed; the person reads it in the wizard.
          drafts: { orderBy: { name: 'asc' }, select: { name: true, savedAt: true } },
          dismissedProposals: { orderBy: { code: 'asc' }, omit: { userId: true } },
          imports: { orderBy: { id: 'asc' }, omit: { agentId: true } },
          // The person's messages. Internal notes belong to the organisation and are about other people.
          messages: {
            orderBy: { id: 'asc' },
            select: { stepId: true, body: true, createdAt: true, readAt: true },
          },
          notices: {
            orderBy: { id: 'asc' },
            select: { kind: true, requestId: true, params: true, createdAt: true, readAt: true },
          },
          refusedMails: { select: { kind: true } },
          acts: { orderBy: { id: 'asc' }, select: { kind: true, reason: true, at: true } },
        },
      });
    },
  };
}

/** The person's data in other tables. Long lists are read in batches. */
function personLists(db: Db) {
  return {
    /** The next requests after an id, each with its steps, ratings and history. */
    async requestsAfter(beneficiaryId: string, id: number) {
      const rows = await db.supportRequest.findMany({
        where: { beneficiaryId, id: { gt: id } },
        orderBy: { id: 'asc' },
        take: batch,
        omit: { beneficiaryId: true },
        include: {
          services: { select: { item: labelled } },
          import: fromFile,
          documents: { select: { code: true, fileId: true, createdAt: true } },
          steps: {
            orderBy: { position: 'asc' },
            omit: { assigneeId: true },
            include: {
              titleItem: labelled,
              partner: { select: { title: true } },
              documents: true,
              rating: true,
              feedbacks: { orderBy: { id: 'asc' }, omit: { authorId: true } },
              messages: {
                orderBy: { id: 'asc' },
                select: { authorRole: true, body: true, createdAt: true, readAt: true },
              },
            },
          },
          // The owner of a step among an organisation's agents is not data about the person.
          history: {
            where: { kind: { not: 'OWNER' } },
            orderBy: { id: 'asc' },
            omit: { actorId: true, fromOwnerId: true, toOwnerId: true },
          },
        },
      });
      return rows.map((row) => ({ ...row, status: requestStatusOf(row.status) }));
    },

    async simulationsAfter(ownerId: string, id: number) {
      return await db.simulation.findMany({
        where: { ownerId, id: { gt: id } },
        orderBy: { id: 'asc' },
        take: batch,
        select: { id: true, scheme: true, name: true, input: true, result: true, createdAt: true },
      });
    },

    /** Accesses of agents to the person's requests, after an id. */
    async accessesAfter(beneficiaryId: string, id: number) {
      return await db.recordAccess.findMany({
        where: { request: { beneficiaryId }, id: { gt: id } },
        orderBy: { id: 'asc' },
        take: batch,
        select: {
          id: true,
          kind: true,
          lastAt: true,
          times: true,
          requestId: true,
          partner: { select: { title: true } },
          agent: { select: { prenom: true } },
        },
      });
    },

    /**
     * All keys and webhooks that the person made for their organisation, without secrets. The record outlives them: a
     * key and its last day of use are deleted a year after its end.
     */
    async integrationsOf(userId: string) {
      const made = await db.integrationAct.findMany({
        where: { byId: userId, kind: { in: ['KEY_MADE', 'WEBHOOK_MADE'] } },
        orderBy: { id: 'asc' },
        select: { kind: true, subjectId: true, name: true, at: true },
      });
      const ids = made.map(({ subjectId }) => subjectId);
      const [ends, keys] = await Promise.all([
        db.integrationAct.findMany({
          where: { subjectId: { in: ids }, kind: { in: ['KEY_REVOKED', 'WEBHOOK_DELETED'] } },
          select: { subjectId: true, at: true },
        }),
        db.apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, expiresAt: true } }),
      ]);
      const endOf = new Map(ends.map(({ subjectId, at }) => [subjectId, at]));
      const lastDayOf = new Map(keys.map(({ id, expiresAt }) => [id, expiresAt]));
      const shown = ({ subjectId, name, at }: (typeof made)[number]) => ({
        name,
        createdAt: at,
        endedAt: endOf.get(subjectId) ?? null,
      });
      return {
        apiKeys: made
          .filter(({ kind }) => kind === 'KEY_MADE')
          .map((one) => ({ ...shown(one), expiresAt: lastDayOf.get(one.subjectId) ?? null })),
        webhooks: made.filter(({ kind }) => kind === 'WEBHOOK_MADE').map(shown),
      };
    },

    /** Mails to this address, pending or sent. */
    async mailsTo(email: string) {
      return await db.outboxMail.findMany({
        where: { to: email },
        orderBy: { id: 'asc' },
        select: { template: true, lang: true, state: true, createdAt: true, sentAt: true },
      });
    },
  };
}

function personErasure(db: Db) {
  return {
    /** Open requests of the person, which the erasure withdraws. */
    async openRequests(beneficiaryId: string) {
      return await db.supportRequest.findMany({
        where: { beneficiaryId, status: { notIn: [...finishedStatuses, 'SUPPRIME'] } },
        orderBy: { id: 'asc' },
        select: { id: true, numRequest: true, status: true },
      });
    },

    async withdraw(requestIds: readonly number[]): Promise<void> {
      await db.supportRequest.updateMany({
        where: { id: { in: [...requestIds] } },
        data: { status: 'SUPPRIME' },
      });
    },

    /** Files that agents sent to the person with messages. Read them before the messages are deleted. */
    async filesSentTo(beneficiaryId: string): Promise<PersonFile[]> {
      return await db.storedFile.findMany({
        where: {
          stepDocument: null,
          requestDocument: null,
          attachments: {
            some: { message: { authorRole: 'PARTENAIRE', step: { request: { beneficiaryId } } } },
          },
        },
        select: { id: true, key: true, originalName: true },
      });
    },

    /** Detaches the person's files and lists them. An organisation's logo and an agent's attachments stay. */
    async detachFiles(ownerId: string): Promise<PersonFile[]> {
      await db.storedFile.updateMany({
        where: {
          ownerId,
          OR: [
            { partnerLogo: { isNot: null } },
            // Attachments of an agent stay readable. The person's own messages are deleted by now.
            { attachments: { some: { message: { authorRole: 'PARTENAIRE', authorId: ownerId } } } },
          ],
        },
        data: { ownerId: null },
      });
      await db.identity.deleteMany({ where: { userId: ownerId } });
      return await db.storedFile.findMany({
        where: { ownerId },
        select: { id: true, key: true, originalName: true },
      });
    },

    /** Deletes all other data of the account. Only its id and role stay. */
    async empty(userId: string, email: string, at: Date): Promise<void> {
      await db.session.deleteMany({ where: { userId } });
      await db.knownDevice.deleteMany({ where: { userId } });
      await db.consent.deleteMany({ where: { userId } });
      await db.secondFactor.deleteMany({ where: { userId } });
      await db.recoveryCode.deleteMany({ where: { userId } });
      await db.accountToken.deleteMany({ where: { OR: [{ userId }, { recipientId: userId }] } });
      await db.accountMerge.updateMany({
        where: { endedAt: null, OR: [{ keptId: userId }, { otherId: userId }] },
        data: { endedAt: at },
      });
      await db.qualification.deleteMany({ where: { userId } });
      await db.accountDraft.deleteMany({ where: { ownerId: userId } });
      await db.dismissedProposal.deleteMany({ where: { userId } });
      await db.simulation.deleteMany({ where: { ownerId: userId } });
      await db.notice.deleteMany({ where: { OR: [{ userId }, { aboutId: userId }] } });
      await db.noteMention.deleteMany({ where: { userId } });
      await db.refusedMail.deleteMany({ where: { userId } });
      await db.absence.deleteMany({ where: { userId } });
      await db.recordAccess.deleteMany({ where: { request: { beneficiaryId: userId } } });
      await db.recordAccess.updateMany({ where: { agentId: userId }, data: { agentId: null } });
      // Their texts are erased with the account, so they cannot be restored.
      await db.supportRequest.updateMany({
        where: { beneficiaryId: userId, status: 'SUPPRIME', emptiedAt: null },
        data: { emptiedAt: at },
      });
      // Erases the reasons of administrators' acts. The acts and their authors stay.
      await db.administratorAct.updateMany({ where: { userId }, data: { reason: null } });
      await db.worklistView.deleteMany({ where: { authorId: userId, isShared: false } });
      await db.worklistView.updateMany({ where: { authorId: userId }, data: { authorId: null } });
      await db.import.updateMany({ where: { agentId: userId }, data: { agentId: null } });
      await db.importRun.updateMany({ where: { agentId: userId }, data: { agentId: null } });
      await db.outboxMail.deleteMany({ where: { to: email } });
      await db.user.update({
        where: { id: userId },
        data: {
          email: `erased-${userId}${erasedHost}`,
          passwordHash: null,
          ...erasedPerson,
          worklistColumns: null,
          partnerId: null,
          importId: null,
          emailConfirmedAt: null,
          approvedAt: null,
          disabledAt: at,
          disabledById: null,
          deletionAskedAt: null,
          sessionVersion: { increment: 1 },
        },
      });
    },
  };
}

/** All data about a person, and its erasure (law 09-08). */
export function personDataRepository(db: Db) {
  return { ...personReads(db), ...personLists(db), ...personErasure(db) };
}

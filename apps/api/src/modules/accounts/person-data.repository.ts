import { personNameColumns } from '../../platform/database/person-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
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

/** Whether this is the address of an account that was erased. */
export function isErased(email: string): boolean {
  return email.endsWith(erasedHost);
}

/** How much of a long list is read at a time: an export does not grow the memory with the person. */
const batch = 100;

const labelled = { select: labelColumns } as const;
/** The file of an organisation from which a row came. */
const fromFile = {
  select: { createdAt: true, partner: { select: { title: true } } },
} as const;

/** The account, and locks on it. */
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

    /** Locks the person's organisation while nobody has approved or refused it; returns whether that is so. */
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

    /** How the person is called, addressed and written to, and whether they asked to be erased. */
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

    /** The account as its owner gave it or as it came about, without secrets; long lists apart. */
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
          // What they hold is sealed; the person reads them in the wizard.
          drafts: { orderBy: { name: 'asc' }, select: { name: true, savedAt: true } },
          dismissedProposals: { orderBy: { code: 'asc' }, omit: { userId: true } },
          imports: { orderBy: { id: 'asc' }, omit: { agentId: true } },
          // What they wrote; internal notes are the organisation's, about somebody else.
          messages: {
            orderBy: { id: 'asc' },
            select: { stepId: true, body: true, createdAt: true, readAt: true },
          },
          notices: {
            orderBy: { id: 'asc' },
            select: { kind: true, requestId: true, params: true, createdAt: true, readAt: true },
          },
          refusedMails: { select: { kind: true } },
          messagePhone: {
            omit: { userId: true, sealedCode: true, codeExpiresAt: true, codeTries: true },
          },
          phoneMessages: {
            orderBy: { id: 'asc' },
            select: { kind: true, requestId: true, state: true, createdAt: true, sentAt: true },
          },
          acts: { orderBy: { id: 'asc' }, select: { kind: true, reason: true, at: true } },
        },
      });
    },
  };
}

/** What the person left in other tables; long lists come a batch at a time. */
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
          // Whose an organisation's step was among its agents is not about the person.
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

    /** Which agents opened their requests, after an id. */
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
     * The keys and webhooks that they made for their organisation, of all that ever were: the record outlives them. Never their secrets.
     * A key is forgotten a year after its end, and its last day with it.
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

    /** Mails that still wait for this address, or were sent to it. */
    async mailsTo(email: string) {
      return await db.outboxMail.findMany({
        where: { to: email },
        orderBy: { id: 'asc' },
        select: { template: true, lang: true, state: true, createdAt: true, sentAt: true },
      });
    },
  };
}

/** The statements of an erasure. */
function personErasure(db: Db) {
  return {
    /** Open requests of the person: what erasure withdraws. */
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

    /** What agents sent to the person with messages; ask before the messages go. */
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

    /** Detaches the person's files from whatever names them and lists them; an organisation's logo and what an agent sent with messages stay. */
    async detachFiles(ownerId: string): Promise<PersonFile[]> {
      await db.storedFile.updateMany({
        where: {
          ownerId,
          OR: [
            { partnerLogo: { isNot: null } },
            // What an agent wrote to a person stays theirs to read; the messages of a person are gone by now.
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

    /** Removes the rest of what hangs on the account, and leaves of the account its id and its role. */
    async empty(userId: string, email: string, at: Date): Promise<void> {
      await db.session.deleteMany({ where: { userId } });
      await db.knownDevice.deleteMany({ where: { userId } });
      await db.consent.deleteMany({ where: { userId } });
      await db.secondFactor.deleteMany({ where: { userId } });
      await db.recoveryCode.deleteMany({ where: { userId } });
      await db.accountToken.deleteMany({ where: { OR: [{ userId }, { recipientId: userId }] } });
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
      // Why they were closed or opened again goes; that they were, and by whom, stays.
      await db.administratorAct.updateMany({ where: { userId }, data: { reason: null } });
      await db.worklistView.deleteMany({ where: { authorId: userId, isShared: false } });
      await db.worklistView.updateMany({ where: { authorId: userId }, data: { authorId: null } });
      await db.import.updateMany({ where: { agentId: userId }, data: { agentId: null } });
      await db.importRun.updateMany({ where: { agentId: userId }, data: { agentId: null } });
      await db.outboxMail.deleteMany({ where: { to: email } });
      await db.phoneMessage.deleteMany({ where: { userId } });
      await db.messagePhone.deleteMany({ where: { userId } });
      await db.user.update({
        where: { id: userId },
        data: {
          email: `erased-${userId}${erasedHost}`,
          passwordHash: null,
          ...erasedPerson,
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

/** Everything the database holds about one person, and its erasure (law 09-08). */
export function personDataRepository(db: Db) {
  return { ...personReads(db), ...personLists(db), ...personErasure(db) };
}

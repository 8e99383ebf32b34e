import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { finishedStatuses } from '../../policies/request-actions.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

/**
 * What a merge does with each column that names a person. `moves`: to the remaining account, whose own row wins.
 * `ends`: deleted with the erased account. `agents`: beneficiaries have none. `stays`: a record of what happened.
 */
export const mergedColumns: Readonly<Record<string, 'moves' | 'ends' | 'agents' | 'stays'>> = {
  'absences.substitute_id': 'agents',
  'absences.user_id': 'agents',
  'account_drafts.owner_id': 'moves',
  'account_merges.kept_id': 'stays',
  'account_merges.other_id': 'stays',
  'account_tokens.recipient_id': 'ends',
  'account_tokens.user_id': 'ends',
  'administrator_acts.user_id': 'stays',
  'agent_services.user_id': 'agents',
  'consents.user_id': 'moves',
  'dismissed_proposals.user_id': 'moves',
  'identities.user_id': 'moves',
  'import_runs.agent_id': 'agents',
  'imports.agent_id': 'agents',
  'known_devices.user_id': 'ends',
  'notices.about_id': 'agents',
  'notices.user_id': 'moves',
  'processing_steps.assignee_id': 'agents',
  'qualifications.user_id': 'moves',
  'record_accesses.agent_id': 'agents',
  'recovery_codes.user_id': 'ends',
  'refused_mails.user_id': 'moves',
  'requests.beneficiary_id': 'moves',
  'second_factors.user_id': 'ends',
  'sessions.user_id': 'ends',
  'simulations.owner_id': 'moves',
  'step_feedbacks.author_id': 'agents',
  'step_messages.author_id': 'moves',
  'step_note_mentions.user_id': 'agents',
  'step_notes.author_id': 'agents',
  'stored_files.owner_id': 'moves',
};

const side = { select: { id: true, email: true } } as const;
const mergeColumns = {
  id: true,
  byName: true,
  expiresAt: true,
  keptConfirmedAt: true,
  otherConfirmedAt: true,
  kept: side,
  other: side,
} as const;

/** Merges of two accounts of one person. */
export function accountMergeRepository(db: Db) {
  return {
    /** The open merge with this account on either side. */
    async findOpen(userId: string, now: Date) {
      return await db.accountMerge.findFirst({
        where: {
          OR: [{ keptId: userId }, { otherId: userId }],
          endedAt: null,
          expiresAt: { gt: now },
        },
        select: mergeColumns,
      });
    },

    async create(merge: {
      readonly keptId: string;
      readonly otherId: string;
      readonly byName: string;
      readonly createdAt: Date;
      readonly expiresAt: Date;
    }): Promise<void> {
      await db.accountMerge.create({ data: merge, select: { id: true } });
    },

    async confirm(id: number, isKept: boolean, at: Date): Promise<void> {
      const data = isKept ? { keptConfirmedAt: at } : { otherConfirmedAt: at };
      await db.accountMerge.update({ where: { id }, data, select: { id: true } });
    },

    async end(id: number, at: Date, isMerged: boolean): Promise<void> {
      const data = { endedAt: at, mergedAt: isMerged ? at : null };
      await db.accountMerge.update({ where: { id }, data, select: { id: true } });
    },

    /** Locks both accounts, in one order, until the transaction ends. */
    async lock(...ids: readonly string[]): Promise<void> {
      const query = build.selectFrom('users').select('id').where('id', 'in', ids);
      await rows(db, query.orderBy('id').forUpdate());
    },

    /** Whether both have an open step of one service at one organisation. */
    async haveSameService(oneId: string, otherId: string): Promise<boolean> {
      const stepsOf = async (beneficiaryId: string) => {
        const steps = await db.processingStep.findMany({
          where: {
            status: { in: [...openStepStatuses] },
            request: { beneficiaryId, status: { notIn: [...finishedStatuses, 'SUPPRIME'] } },
          },
          select: { partnerId: true, titleItemId: true },
        });
        return steps.map(
          ({ partnerId, titleItemId }) => `${String(partnerId)} ${String(titleItemId)}`,
        );
      };
      const there = new Set(await stepsOf(oneId));
      return (await stepsOf(otherId)).some((step) => there.has(step));
    },

    /** Moves the rows of the core, except drafts, whose content is sealed. @see mergedColumns */
    async move(from: string, to: string, now: Date): Promise<void> {
      const mine = { where: { userId: from } };
      const given = { userId: to };
      const keys = await db.supportRequest.findMany({
        where: { beneficiaryId: to, clientKey: { not: null } },
        select: { clientKey: true },
      });
      await db.supportRequest.updateMany({
        where: {
          beneficiaryId: from,
          clientKey: { in: keys.flatMap(({ clientKey }) => clientKey ?? []) },
        },
        data: { clientKey: null },
      });
      await db.supportRequest.updateMany({
        where: { beneficiaryId: from },
        data: { beneficiaryId: to },
      });
      await db.stepMessage.updateMany({ where: { authorId: from }, data: { authorId: to } });
      await db.simulation.updateMany({ where: { ownerId: from }, data: { ownerId: to } });
      await db.notice.updateMany({ ...mine, data: given });
      const consents = await db.consent.findMany(mine);
      await db.consent.createMany({
        data: consents.map((one) => ({ ...one, ...given })),
        skipDuplicates: true,
      });
      const refused = await db.refusedMail.findMany(mine);
      await db.refusedMail.createMany({
        data: refused.map((one) => ({ ...one, ...given })),
        skipDuplicates: true,
      });
      const dismissed = await db.dismissedProposal.findMany(mine);
      await db.dismissedProposal.createMany({
        data: dismissed.map((one) => ({ ...one, ...given })),
        skipDuplicates: true,
      });
      if ((await db.qualification.count({ where: { userId: to, replacedAt: null } })) > 0) {
        await db.qualification.updateMany({
          where: { userId: from, replacedAt: null },
          data: { replacedAt: now },
        });
      }
      await db.qualification.updateMany({ ...mine, data: given });
      if ((await db.identity.count({ where: { userId: to } })) === 0)
        await db.identity.updateMany({ ...mine, data: given });
      // Pictures of an identity that stays behind are erased with it.
      await db.storedFile.updateMany({
        where: {
          ownerId: from,
          NOT: { OR: [{ identity: { userId: from } }, { identityBack: { userId: from } }] },
        },
        data: { ownerId: to },
      });
    },
  };
}

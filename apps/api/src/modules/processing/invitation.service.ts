import type { OpenInvitation } from '@wasl/contracts';

import {
  accountTokensRepository,
  invitationSeconds,
} from '../../platform/auth/account-tokens.repository.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inAct } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { openInvitationOf } from '../../policies/open-invitation.ts';
import { requestWrites } from '../requests/index.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import { invitationRepository } from './invitation.repository.ts';

/** Invitations to people who have never opened the account that an import created. */
export function invitationService(deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'limits'>) {
  const { db, clock, limits } = deps;
  return {
    /**
     * Sends the person of a step a new invitation link, which replaces earlier links. The organisation must have
     * imported the account or have the step open.
     * @throws ApiError NOT_FOUND, STEP_CLOSED, ACCOUNT_OPENED, INVITED_RECENTLY, TOO_MANY_REQUESTS
     */
    async send(actor: Actor, stepId: number): Promise<{ invitation: OpenInvitation }> {
      const now = clock.now();
      const step = await invitationRepository(db).find(actor, stepId);
      if (step === undefined || actor.partnerId === null) throw new ApiError('NOT_FOUND');
      const { id: requestId, beneficiary } = step.request;
      if (isClosed(step.status) && beneficiary.openedBy?.partnerId !== actor.partnerId)
        throw new ApiError('STEP_CLOSED');
      const open = openInvitationOf(beneficiary, now);
      if (open === null) throw new ApiError('ACCOUNT_OPENED');
      if (open.nextOn !== null) throw new ApiError('INVITED_RECENTLY');
      // The limit applies to the whole organisation.
      await limits.consume('invitation', { account: `partner ${String(actor.partnerId)}` });
      await inAct(deps, actor, async (act) => {
        const { tx } = act;
        // A colleague was faster, or the person has just signed in.
        if (!(await invitationRepository(tx).mark(beneficiary.id, now)))
          throw new ApiError('INVITED_RECENTLY');
        // Locks the request before the head of its history. Every change of a request locks in this order.
        if ((await requestWrites(tx).lock(requestId)) === undefined)
          throw new ApiError('NOT_FOUND');
        const token = await accountTokensRepository(tx).issue('INVITATION', beneficiary.id, {
          now,
          seconds: invitationSeconds,
        });
        act.record({
          type: 'person.invitedAgain',
          requestId,
          stepId,
          person: beneficiary,
          organisation: step.partner,
          token,
        });
      });
      const invitation = openInvitationOf({ ...beneficiary, invitedAgainAt: now }, now);
      if (invitation === null) throw new ApiError('ACCOUNT_OPENED');
      return { invitation };
    },
  };
}

import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { openInvitation } from '../requests/request-view.ts';
import { id } from '../wire/values.ts';

/** Minimum days between two invitation mails to the same person. */
export const invitationEveryDays = 7;

export const invitationCalls = defineArea('processing', {
  sendInvitation: {
    route: 'POST /processing/steps/:stepId/invitation',
    permission: 'invitation:send',
    summary:
      'Invite the person of a step again, who has never opened the account that a file made for them: a new link, once in seven days',
    params: z.object({ stepId: id }),
    response: z.object({ invitation: openInvitation }),
    errors: ['STEP_CLOSED', 'ACCOUNT_OPENED', 'INVITED_RECENTLY'],
  },
});

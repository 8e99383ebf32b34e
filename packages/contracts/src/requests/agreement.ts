import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { id, langQuery, yesNo } from '../wire/values.ts';
import { requestView } from './request-view.ts';

const params = z.object({ id });
const query = z.object({ lang: langQuery });

export const agreementCalls = defineArea('requests', {
  decideAgreement: {
    route: 'POST /requests/:id/agreement',
    permission: 'agreement:decide',
    summary:
      'Agree to a request that an organisation filed (it is submitted), or refuse it with all that waits from it; the first answer holds',
    params,
    query,
    body: z.object({ accepted: yesNo() }),
    response: requestView,
    errors: ['STATE_CONFLICT', 'QUALIFICATION_REQUIRED', 'JOURNEY_CLOSED'],
  },
  withdrawAgreement: {
    route: 'DELETE /requests/:id/agreement',
    permission: 'agreement:decide',
    summary:
      'Take an agreement back: open steps are closed and no organisation knows of the request any more',
    params,
    query,
    response: requestView,
    errors: ['STATE_CONFLICT'],
  },
});

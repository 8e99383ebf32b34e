import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { id, refCode } from '../wire/values.ts';

export const awaitedDocumentsCalls = defineArea('processing', {
  withdrawDocument: {
    route: 'DELETE /processing/step/:stepId/documents/:code',
    permission: 'step:ask',
    summary:
      'Take back the request for a document that has not arrived: the person is no longer asked for it',
    params: z.object({ stepId: id, code: refCode() }),
    response: acknowledged,
    errors: ['STEP_CLOSED', 'REQUEST_ON_HOLD', 'STATE_CONFLICT', 'DOCUMENT_NOT_EXPECTED'],
  },
});

import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { langs } from '../wire/values.ts';

export const languageCalls = defineArea('accounts', {
  /** Saves the language that a signed-in person chose, for their mails. */
  saveLanguage: {
    route: 'PUT /utilisateurs/lang',
    permission: 'account:choose-language',
    summary: 'Save the language of the mails to the caller',
    /** An unknown language means French. */
    body: z.object({
      lang: z.union([z.enum(langs), z.string().transform(() => 'fr' as const)], {
        error: 'validation.lang',
      }),
    }),
    response: acknowledged,
  },
});

import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { v } from '../wire/text.ts';

/**
 * The version of the text about personal data that people agree to. The words stand in the client's catalogues; what
 * each version said and since when is in `consent-versions.json`, and a test holds the words to it.
 */
export const consentVersion = 1;

/** Of the text that a sign-up showed. Who says none is asked by the page that follows their first sign-in. */
export const shownConsent = z
  .number({ error: v('invalid') })
  .int(v('invalid'))
  .min(1, v('invalid'))
  .max(consentVersion, v('invalid'))
  .nullish();

/** The latest that a person agreed to. `at` is ISO 8601. */
export const consentView = z.object({ version: z.number().int(), at: z.string() });

export const consentCalls = defineArea('accounts', {
  acceptConsent: {
    route: 'POST /utilisateurs/consent',
    permission: 'session:end',
    summary:
      'Agree to the present text about personal data; the answer holds the session’s token without the demand (`consentDue`)',
    body: z.object({ version: z.literal(consentVersion, { error: v('invalid') }) }),
    response: z.object({ token: z.string() }),
  },
});

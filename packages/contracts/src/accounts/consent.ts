import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { v } from '../wire/text.ts';

/**
 * Version of the privacy text that people accept. The text is in the client's catalogues. `consent-versions.json` has
 * each version's text and date, and a test compares them.
 */
export const consentVersion = 1;

/** Version that the sign-up page showed. Without one, the page after the first sign-in asks. */
export const shownConsent = z
  .number({ error: v('invalid') })
  .int(v('invalid'))
  .min(1, v('invalid'))
  .max(consentVersion, v('invalid'))
  .nullish();

/** The latest accepted version. `at` is ISO 8601. */
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

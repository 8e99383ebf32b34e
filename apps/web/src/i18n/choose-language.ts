import type { Lang } from '@wasl/contracts';

import { call } from '../lib/http/api-client.ts';
import { currentSession } from '../lib/session/session.ts';
import { changeLanguage } from './index.ts';

/**
 * Stores the language for mails to the person signed in; does nothing without a session. A failure is ignored, because
 * the page shows the language in any case.
 */
export async function storeMailLanguage(lang: Lang): Promise<void> {
  if (currentSession() === null) return;
  await call('saveLanguage', { body: { lang } }).catch(() => undefined);
}

/** Sets the language of the page, of the next visit, and of mails to a signed-in person. */
export async function chooseLanguage(lang: Lang): Promise<void> {
  await changeLanguage(lang);
  await storeMailLanguage(lang);
}

import type { Lang } from '@wasl/contracts';

import { call } from '../lib/http/api-client.ts';
import { currentSession } from '../lib/session/session.ts';
import { changeLanguage } from './index.ts';

/**
 * Tells the server the language for mails to the person signed in; nothing without a session. The page
 * speaks the language in any case, so that a failure is not worth a message.
 */
export async function keepForMails(lang: Lang): Promise<void> {
  if (currentSession() === null) return;
  await call('saveLanguage', { body: { lang } }).catch(() => undefined);
}

/** A person's choice: everywhere, for the next visit, and for mails to them when they are signed in. */
export async function chooseLanguage(lang: Lang): Promise<void> {
  await changeLanguage(lang);
  await keepForMails(lang);
}

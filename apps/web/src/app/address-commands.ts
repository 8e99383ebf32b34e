import { storeMailLanguage } from '../i18n/choose-language.ts';
import { changeLanguage, showLanguage } from '../i18n/index.ts';
import { confirmedSession } from '../domain/accounts/current-user.ts';
import { offerSession } from '../domain/accounts/offered-session.ts';
import { isLang } from '../lib/format/language.ts';
import { storePendingJourney } from '../domain/journeys/pending-journey.ts';
import { currentSession, startSession } from '../lib/session/session.ts';

/**
 * Runs the commands `idparcoure`, `token` and `lang`, which any address may have (docs/specification.md, portal §2).
 * @returns the page to open: `/login` after a token, valid or not; `/switchAccount` when it is valid and another
 * account is signed in; null without a token
 */
export async function runAddressCommands(
  taken: ReadonlyMap<string, string>,
): Promise<'/login' | '/switchAccount' | null> {
  const lang = taken.get('lang');
  if (isLang(lang)) await changeLanguage(lang);
  // An unknown language shows French and is not stored as a choice.
  else if (lang !== undefined) await showLanguage('fr');
  const journey = taken.get('idparcoure');
  if (journey !== undefined) storePendingJourney(journey);
  const token = taken.get('token');
  const given = token === undefined ? null : await confirmedSession(token);
  if (given !== null) {
    const present = currentSession();
    if (present !== null && present.email !== given.email) {
      // A link for another account needs the user's consent before it replaces the session.
      offerSession(given);
      return '/switchAccount';
    }
    startSession(given.token);
  }
  // After the token, because the language belongs to the account that the address signs in.
  if (isLang(lang)) void storeMailLanguage(lang);
  return token === undefined ? null : '/login';
}

import { keepForMails } from '../i18n/choose-language.ts';
import { changeLanguage, showLanguage } from '../i18n/index.ts';
import { confirmedSession } from '../domain/accounts/current-user.ts';
import { holdSession } from '../domain/accounts/handed-session.ts';
import { isLang } from '../lib/format/language.ts';
import { storePendingJourney } from '../domain/journeys/pending-journey.ts';
import { currentSession, startSession } from '../lib/session/session.ts';

/**
 * Obeys `idparcoure`, `token` and `lang`, which may stand at any address (docs/specification.md, portal §2).
 * Answers where to go: `/login` after a token, good or bad; where it is good and somebody else is signed in, the page that
 * asks them; else null.
 */
export async function obeyCommands(
  taken: ReadonlyMap<string, string>,
): Promise<'/login' | '/switchAccount' | null> {
  const lang = taken.get('lang');
  if (isLang(lang)) await changeLanguage(lang);
  // A language that is not known means French, and is no choice.
  else if (lang !== undefined) await showLanguage('fr');
  const journey = taken.get('idparcoure');
  if (journey !== undefined) storePendingJourney(journey);
  const token = taken.get('token');
  const given = token === undefined ? null : await confirmedSession(token);
  if (given !== null) {
    const present = currentSession();
    if (present !== null && present.email !== given.email) {
      // Whoever is signed in is asked: a link of somebody else's must not put them into another account unseen.
      holdSession(given);
      return '/switchAccount';
    }
    startSession(given.token);
  }
  // After the token: the language is for the person that the address signs in.
  if (isLang(lang)) void keepForMails(lang);
  return token === undefined ? null : '/login';
}

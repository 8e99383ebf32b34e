import '../theme/base.ts';

import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { loadConfig } from '../lib/http/config.ts';
import { retryUntilLoaded } from '../lib/http/load-chunks.ts';
import { applyLanguage, isLang, storeLanguage, preferredLanguage } from '../lib/format/language.ts';
import { storePendingJourney } from '../domain/journeys/pending-journey.ts';
import { removeOtherSeenLists, storedToken } from '../lib/session/session.ts';
import { Landing } from './landing.tsx';
import { version } from './version.ts';
import { loadWords } from './landing-texts.ts';

/** Runs the commands in the address (docs/specification.md, portal §2). @returns whether the page is being left */
function obeyAddress(): boolean {
  const params = new URLSearchParams(window.location.search);
  const journey = params.get('idparcoure');
  if (journey !== null) storePendingJourney(journey);
  if (params.has('token')) {
    // The application verifies the token with the server before it stores it.
    window.location.replace(`/${window.location.search}`);
    return true;
  }
  const asked = params.get('lang');
  if (isLang(asked)) {
    storeLanguage(asked);
    window.location.replace(`/landing/${asked}`);
    return true;
  }
  if (journey !== null) window.history.replaceState(null, '', window.location.pathname);
  return false;
}

/** Hydrates the prerendered landing page in the language of its address. */
export async function startLanding(root: HTMLElement): Promise<void> {
  if (obeyAddress()) return;
  // Also shows the administrators' notice.
  const config = loadConfig();
  // Whether a session has expired depends on the server's clock, which arrives with the settings.
  if (storedToken() === null) removeOtherSeenLists();
  else void config.then(removeOtherSeenLists);
  const inPath = window.location.pathname.split('/')[2];
  const lang = isLang(inPath) ? inPath : preferredLanguage();
  // French is the default, so it is stored only where it replaces another choice.
  if (lang !== preferredLanguage() || lang !== 'fr') storeLanguage(lang);
  applyLanguage(lang);
  const t = await retryUntilLoaded(() => loadWords(lang));
  document.title = t('meta.title');
  const page = (
    <StrictMode>
      <Landing lang={lang} t={t} version={version} />
    </StrictMode>
  );
  if (root.childElementCount > 0) hydrateRoot(root, page);
  else createRoot(root).render(page);
}

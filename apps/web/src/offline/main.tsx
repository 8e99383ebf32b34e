import '../theme/base.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { applyLanguage, preferredLanguage } from '../lib/format/language.ts';
import { retryUntilLoaded } from '../lib/http/load-chunks.ts';
import { currentSession, removeOtherSeenLists } from '../lib/session/session.ts';
import { OfflinePage } from './offline-page.tsx';
import { loadWords } from './offline-texts.ts';

const root = document.getElementById('root');
if (root !== null) {
  // A session may have expired while no page of the portal was open.
  removeOtherSeenLists();
  const lang = preferredLanguage();
  applyLanguage(lang);
  const t = await retryUntilLoaded(() => loadWords(lang));
  document.title = `${t('page.title')} · Wasl`;
  createRoot(root).render(
    <StrictMode>
      <OfflinePage t={t} lang={lang} isSignedIn={currentSession() !== null} />
    </StrictMode>,
  );
}

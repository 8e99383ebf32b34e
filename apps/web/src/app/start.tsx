import '../theme/base.ts';
import '../theme/mantine.ts';

import type { Lang } from '@wasl/contracts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { startTranslations } from '../i18n/index.ts';
import { loadConfig } from '../lib/http/config.ts';
import { cleanUpDrafts } from '../lib/drafts/draft-store.ts';
import { beginFirstPaint } from '../lib/http/first-paint.ts';
import { closeLayersOfEarlierLoad } from '../lib/routing/history-layers.ts';
import { hydrateCache } from '../lib/http/hydrate-cache.ts';
import { retryUntilLoaded } from '../lib/http/load-chunks.ts';
import { removeOtherSeenLists } from '../lib/session/session.ts';
import { runAddressCommands } from './address-commands.ts';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { fetchPage } from './lazy-page.tsx';
import { Providers } from './providers.tsx';

/** Milliseconds that the first render waits for prefetched answers after everything else has loaded. */
const answersMs = 150;

export async function start(
  root: HTMLElement,
  lang: Lang,
  commands: ReadonlyMap<string, string>,
): Promise<void> {
  // Menus and calendars are popovers, which browsers before Chrome 114, Safari 17 and Firefox 125 lack.
  const popovers =
    'popover' in HTMLElement.prototype
      ? undefined
      : retryUntilLoaded(() => import('@oddbird/popover-polyfill'));
  closeLayersOfEarlierLoad();
  // Requested earlier. Dates need the server's clock.
  await Promise.all([startTranslations(lang), loadConfig(), popovers]);
  // Expiry is measured by the server's clock.
  cleanUpDrafts();
  removeOtherSeenLists();
  const next = await runAddressCommands(commands);
  if (next !== null) window.history.replaceState(null, '', next);
  // Already requested. Rendering without the page would show the skeleton for its minimum time.
  await fetchPage(window.location.pathname).catch(() => undefined);
  await hydrateCache(answersMs);
  beginFirstPaint();
  const reactRoot = createRoot(root);
  // As a transition, React renders in slices, so that a press during the first render is answered.
  startTransition(() => {
    reactRoot.render(
      <StrictMode>
        <Providers>
          {/* Errors outside the pages, which have a boundary of their own. */}
          <ErrorBoundary place="">
            <BrowserRouter>
              <App />
            </BrowserRouter>
          </ErrorBoundary>
        </Providers>
      </StrictMode>,
    );
  });
}

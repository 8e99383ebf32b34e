import '../theme/base.ts';
import '../theme/mantine.ts';

import type { Lang } from '@wasl/contracts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { startTranslations } from '../i18n/index.ts';
import { loadConfig } from '../lib/http/config.ts';
import { sweepDrafts } from '../lib/drafts/draft-store.ts';
import { beginFirstDrawing } from '../lib/http/first-drawing.ts';
import { closeLayersOfEarlierLoad } from '../lib/routing/history-layers.ts';
import { handEarly } from '../lib/http/hand-early.ts';
import { whenThere } from '../lib/http/late-files.ts';
import { forgetSeen } from '../lib/session/session.ts';
import { obeyCommands } from './address-commands.ts';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { fetchPage } from './lazy-page.tsx';
import { Providers } from './providers.tsx';

/** Milliseconds that the frame waits for what its page asked early, once everything else is there. */
const answersMs = 150;

/** Starts the application in the page, in a language, with the commands that stood in the address. */
export async function start(
  root: HTMLElement,
  lang: Lang,
  commands: ReadonlyMap<string, string>,
): Promise<void> {
  // Menus and calendars are popovers, which browsers before Chrome 114, Safari 17 and Firefox 125 do not have.
  const popovers =
    'popover' in HTMLElement.prototype
      ? undefined
      : whenThere(() => import('@oddbird/popover-polyfill'));
  closeLayersOfEarlierLoad();
  // Asked for already: what is shown and asked for by days needs the server's clock.
  await Promise.all([startTranslations(lang), loadConfig(), popovers]);
  // What is too old is judged by the server's clock.
  sweepDrafts();
  forgetSeen();
  const next = await obeyCommands(commands);
  if (next !== null) window.history.replaceState(null, '', next);
  // On its way already. Drawn without it, the page would be waited for by the frame's placeholder, which stays for a while.
  await fetchPage(window.location.pathname).catch(() => undefined);
  await handEarly(answersMs);
  beginFirstDrawing();
  createRoot(root).render(
    <StrictMode>
      <Providers>
        {/* For what breaks around the pages, which have one of their own. */}
        <ErrorBoundary place="">
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </ErrorBoundary>
      </Providers>
    </StrictMode>,
  );
}

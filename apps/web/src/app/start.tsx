import '../theme/base.ts';
import '../theme/mantine.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { startTranslations } from '../i18n/index.ts';
import { loadConfig } from '../lib/config.ts';
import { sweepDrafts } from '../lib/draft-store.ts';
import { closeLayersOfEarlierLoad } from '../lib/history-layers.ts';
import { forgetSeen } from '../lib/session.ts';
import { obeyCommands, takeCommands } from './address-commands.ts';
import { App } from './app.tsx';
import { Providers } from './providers.tsx';

/** Starts the application in the page. */
export async function start(root: HTMLElement): Promise<void> {
  sweepDrafts();
  forgetSeen();
  closeLayersOfEarlierLoad();
  const commands = takeCommands(window.location, window.history);
  // Asked for already: what is shown and asked for by days needs the server's clock.
  await Promise.all([startTranslations(), loadConfig()]);
  const next = await obeyCommands(commands);
  if (next !== null) window.history.replaceState(null, '', next);
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Providers>
    </StrictMode>,
  );
}

import '../theme/base.ts';
import '../theme/mantine.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, matchPath } from 'react-router-dom';

import { startTranslations } from '../i18n/index.ts';
import { sweepDrafts } from '../lib/draft.ts';
import { obeyCommands, takeCommands } from './address-commands.ts';
import { App } from './app.tsx';
import { Providers } from './providers.tsx';
import { appRoutes } from './routes.ts';

/** Fetches the files of the page while its words still travel; a failure shows when the page is drawn. */
function fetchPage(pathname: string): void {
  const route = appRoutes.find(({ path }) => matchPath(path, pathname) !== null);
  route?.load().catch(() => undefined);
}

/** Starts the application in the page. */
export async function start(root: HTMLElement): Promise<void> {
  sweepDrafts();
  const commands = takeCommands(window.location, window.history);
  fetchPage(window.location.pathname);
  await startTranslations();
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

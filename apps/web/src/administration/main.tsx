import '../theme/base.ts';
import '../theme/mantine.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { preferredLanguage } from '../lib/format/language.ts';
import { tolerateTranslation } from '../lib/format/tolerate-translation.ts';
import { loadConfig } from '../lib/http/config.ts';
import { retryUntilLoaded } from '../lib/http/load-chunks.ts';
import { closeLayersOfEarlierLoad } from '../lib/routing/history-layers.ts';
import { App } from './app.tsx';
import { Providers } from './providers.tsx';
import { startTranslations } from './translations.ts';

tolerateTranslation();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

// The secret of a link works once, so it does not stay in the address.
if (window.location.pathname.startsWith('/admin/entry/'))
  window.history.replaceState(null, '', '/admin');
closeLayersOfEarlierLoad();
// Menus are popovers, which browsers before Chrome 114, Safari 17 and Firefox 125 lack.
const popovers =
  'popover' in HTMLElement.prototype
    ? undefined
    : retryUntilLoaded(() => import('@oddbird/popover-polyfill'));
await Promise.all([startTranslations(preferredLanguage()), loadConfig(), popovers]);
createRoot(root).render(
  <StrictMode>
    <Providers>
      <BrowserRouter basename="/admin">
        <App />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
);

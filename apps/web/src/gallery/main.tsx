import '../theme/base.ts';
import '../theme/mantine.ts';

import { langs } from '@wasl/contracts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { Providers } from '../app/providers.tsx';
import { startTranslations } from '../i18n/index.ts';
import { loadConfig } from '../lib/http/config.ts';
import { darkTokens, lightTokens } from '../theme/palette.ts';
import { Gallery } from './gallery.tsx';

// The components in all states, at /gallery of the development server. No build contains this page.
const address = new URLSearchParams(window.location.search);
const lang = langs.find((one) => one === address.get('lang')) ?? 'fr';
const scheme = address.get('scheme') === 'dark' ? 'dark' : 'light';

// Elsewhere the scheme follows the system; here the address decides.
const { style } = document.documentElement;
style.colorScheme = scheme;
for (const [name, value] of Object.entries(scheme === 'dark' ? darkTokens : lightTokens))
  style.setProperty(`--wasl-${name}`, value);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
await Promise.all([startTranslations(lang), loadConfig().catch(() => undefined)]);
createRoot(root).render(
  <StrictMode>
    <Providers>
      <BrowserRouter>
        <Gallery lang={lang} scheme={scheme} />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
);

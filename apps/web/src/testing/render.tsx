import { MantineProvider } from '@mantine/core';
import { render, type RenderResult } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';

import { startTranslations } from '../i18n/index.ts';
import { mantineTheme } from '../theme/mantine-theme.ts';

/** Renders in French inside the providers of every page. */
export async function renderInApp(node: ReactNode, address = '/'): Promise<RenderResult> {
  if (!i18next.isInitialized) {
    localStorage.setItem('lang', 'fr');
    await startTranslations();
  }
  // Loaded before, because the buttons of photographed pages suspend on it, and React's `act` never ends while a
  // component suspends.
  await i18next.loadNamespaces('paper');
  return render(
    <MantineProvider
      theme={mantineTheme}
      withCssVariables={false}
      withGlobalClasses={false}
      env="test"
    >
      <MemoryRouter initialEntries={[address]}>{node}</MemoryRouter>
    </MantineProvider>,
  );
}

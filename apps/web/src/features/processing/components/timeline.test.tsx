import { screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { stepView as step } from '../../../testing/step-view.ts';
import { Timeline } from './timeline.tsx';

it.each([false, true])(
  'shows the steps in the order of their numbers (phone: %s)',
  async (isPhone) => {
    const matchMedia = vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: isPhone,
          media: query,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    const steps = [step(1, 'PROCESSED'), step(2, 'IN_PROGRESS'), step(3, 'NOT_STARTED')];
    const given = { steps, role: 'PARTENAIRE', onChanged: () => undefined } as const;
    const view = await renderInApp(<p />);
    await i18next.loadNamespaces('follow-up');
    view.unmount();
    await renderInApp(<Timeline {...given} />);
    const titles = within(screen.getByRole('list', { name: 'Étapes du traitement' }))
      .getAllByRole('heading')
      .map((heading) => heading.textContent);
    expect(titles).toEqual(['Étape 1', 'Étape 2', 'Étape 3']);
    matchMedia.mockRestore();
  },
);

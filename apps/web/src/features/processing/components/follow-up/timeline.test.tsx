import { screen, within } from '@testing-library/react';
import type { FileState, StepView } from '@wasl/contracts';
import i18next from 'i18next';
import { SWRConfig } from 'swr';
import { beforeAll, expect, it, vi } from 'vitest';

import { renderInApp } from '../../../../testing/render.tsx';
import { serve } from '../../../../testing/server.ts';
import { stepView as step } from '../../../../testing/step-view.ts';
import FollowUpParts from './follow-up-parts.tsx';
import { Timeline } from './timeline.tsx';

beforeAll(async () => {
  const view = await renderInApp(<p />);
  await i18next.loadNamespaces('follow-up');
  view.unmount();
});

const asOwner = { role: 'BENEFICIAIRE', onChanged: () => undefined } as const;

/** The follow-up of a request with these steps, as its owner sees it. */
function follow(steps: StepView[]) {
  serve({
    'POST /journeyInstanceProcessingSteps/list': {
      results: [{ id: 1, journeyInstanceProcessingSteps: steps }],
      totalElements: 1,
    },
    'GET /requests/1/history': { items: [], usualDelay: null },
  });
  return renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <FollowUpParts requestId={1} viewer="BENEFICIAIRE" />
    </SWRConfig>,
  );
}

it('collapses finished steps for the owner while another step is open', async () => {
  await renderInApp(
    <Timeline steps={[step(1, 'PROCESSED'), step(2, 'IN_PROGRESS')]} {...asOwner} />,
  );
  const open = within(await screen.findByRole('list', { name: 'Étapes du traitement' }));
  expect(open.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Étape 2']);
  expect(screen.getByText('1 étape terminée').closest('details')).not.toHaveAttribute('open');
});

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
    await renderInApp(<Timeline {...given} />);
    const titles = within(screen.getByRole('list', { name: 'Étapes du traitement' }))
      .getAllByRole('heading')
      .map((heading) => heading.textContent);
    expect(titles).toEqual(['Étape 1', 'Étape 2', 'Étape 3']);
    matchMedia.mockRestore();
  },
);

it('reports a missing document only while a document is awaited', async () => {
  const deadline = { dueOn: null, daysLeft: 5 };
  const document = { code: 'DEVIS', libelle: 'Devis' };
  const of = (file: { url: string | null; state: FileState | null }) => [
    step(1, 'BLOCKED', { deadline, documents: [{ document, ...file }] }),
  ];
  const missing = /CRI.* attend : .*Devis/;
  const awaited = await renderInApp(
    <Timeline steps={of({ url: null, state: null })} {...asOwner} />,
  );
  expect(screen.getByText(missing)).toBeVisible();
  awaited.unmount();
  await renderInApp(
    <Timeline steps={of({ url: 'abcdefghijklmnop', state: 'CLEAN' })} {...asOwner} />,
  );
  expect(screen.getByText('Le délai est suspendu.')).toBeVisible();
  expect(screen.queryByText(missing)).toBeNull();
});

it('marks an infected document, and requests another file instead of a download', async () => {
  const document = { code: 'DEVIS', libelle: 'Devis' };
  const url = 'abcdefghijklmnop';
  const of = (state: FileState) => [
    step(1, 'IN_PROGRESS', {
      documents: [
        { document, url, state },
        ...(state === 'INFECTED' ? [{ document, url: null, state: null }] : []),
      ],
      abilities: { canRate: false, canUpload: state === 'INFECTED', canMessage: false },
    }),
  ];
  const shown = await follow(of('INFECTED'));
  expect(await screen.findByText(/^Virus trouvé/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Télécharger.*Devis/ })).toBeNull();
  expect(screen.getByText(/vous demande/)).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Choisir des images.*Devis/ })).toBeVisible();
  shown.unmount();
  await follow(of('CLEAN'));
  // The state on top, and the step.
  expect(await screen.findAllByText('Chez \u2068CRI\u2069 · en cours')).toHaveLength(2);
  expect(screen.queryByText(/^Virus trouvé/)).toBeNull();
  expect(screen.getByRole('button', { name: /Télécharger.*Devis/ })).toBeVisible();
});

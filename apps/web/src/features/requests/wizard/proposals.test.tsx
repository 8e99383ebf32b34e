import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProposalView } from '@wasl/contracts';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import { Proposals } from './proposals.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const journey: ProposalView = {
  code: 'CREER',
  journey: { id: 7, title: 'Créer mon entreprise' },
  service: null,
  reason: 'Vous créez un projet.',
  need: 'Je souhaite créer …',
};
const service: ProposalView = {
  code: 'FINANCE',
  journey: null,
  service: { code: 'FINANCEMENT', libelle: 'Financement' },
  reason: 'Vous cherchez un financement.',
  need: '',
};

async function open(answers: Record<string, unknown>) {
  const server = serve(answers);
  await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Proposals begin={(_, name) => <button type="button">{name}</button>} />
    </SWRConfig>,
  );
  return server;
}

describe('the proposals', () => {
  it('show the item and the reason, and mention the other choices', async () => {
    await open({ 'GET /proposals': [journey, service] });
    const section = within(
      await screen.findByRole('region', { name: 'Proposé d’après vos réponses' }),
    );
    const [first, second] = section.getAllByRole('listitem');
    expect(first).toHaveTextContent('Créer mon entreprise parcoursVous créez un projet.');
    expect(second).toHaveTextContent('Financement serviceVous cherchez un financement.');
    expect(section.getByText(/choisir autre chose/)).toBeVisible();
    expect(section.getByRole('button', { name: /^Commencer.*Financement/ })).toBeVisible();
  });

  it('can be dismissed, and the focus moves to the remaining proposals', async () => {
    const list = [journey, service];
    const answers: Record<string, unknown> = {
      get 'GET /proposals'() {
        return [...list];
      },
      get 'DELETE /proposals/CREER'() {
        list.shift();
        return { success: true };
      },
    };
    const server = await open(answers);
    await userEvent.click(await screen.findByRole('button', { name: /^Ne plus proposer.*Créer/ }));
    await vi.waitFor(() => {
      expect(screen.getAllByRole('listitem')).toHaveLength(1);
      expect(screen.getByRole('heading', { name: 'Proposé d’après vos réponses' })).toHaveFocus();
    });
    expect(server.of('DELETE /proposals/CREER')).toHaveLength(1);
  });

  it('take no space when there are none', async () => {
    const server = await open({ 'GET /proposals': [] });
    await vi.waitFor(() => expect(server.of('GET /proposals')).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
  });
});

import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PendingWork as Waiting, StepSummary, WaitingKind } from '@wasl/contracts';
import { Suspense } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { endSession, startSession } from '../../../lib/session/session.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import { signedToken } from '../../../testing/token.ts';
import { YourTurn } from './your-turn.tsx';

afterEach(() => {
  act(() => endSession());
  vi.unstubAllGlobals();
});

const kinds: readonly WaitingKind[] = ['AGREE', 'HAND_IN', 'ANSWER', 'REPHRASE', 'RATE', 'DRAFT'];
const step = {
  id: 7,
  task: 'Étude de marché',
  organisation: 'CRI · Centre régional',
  status: 'BLOCKED',
  awaited: [],
  words: null,
  isRated: false,
  messageToAnswer: null,
};
const ofKind: Partial<Record<WaitingKind, StepSummary>> = {
  HAND_IN: {
    ...step,
    awaited: [{ code: 'DEVIS', libelle: 'Devis' }],
    words: 'Le devis est périmé',
  },
  ANSWER: { ...step, messageToAnswer: 'Avez-vous un local ?' },
  RATE: { ...step, status: 'PROCESSED', words: 'Bonne route' },
};

/** Pending actions with a count by kind; the server names at most twenty. */
function waiting(counts: Partial<Record<WaitingKind, number>>): Waiting {
  const of = (kind: WaitingKind) => ({
    total: counts[kind] ?? 0,
    requests: Array.from({ length: Math.min(counts[kind] ?? 0, 20) }, (_, i) => ({
      id: kinds.indexOf(kind) * 100 + i,
      numRequest: `2026-${String(kinds.indexOf(kind) * 100 + i).padStart(6, '0')}`,
      organisation: kind === 'AGREE' ? 'CRI' : null,
      description: 'Un local',
      observation: kind === 'REPHRASE' ? 'Précisez le lieu' : null,
      steps: [ofKind[kind] ?? []].flat(),
    })),
  });
  const named = Object.fromEntries(kinds.map((kind) => [kind, of(kind)]));
  return { ...named, UNSAVED: null } as Waiting;
}

async function open(work: Partial<Waiting>) {
  const show = vi.fn();
  const server = serve({ 'GET /requests/yourTurn': work });
  startSession(signedToken({ role: 'BENEFICIAIRE' }));
  await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Suspense>
        <YourTurn show={show} />
      </Suspense>
    </SWRConfig>,
  );
  const turn = within(await screen.findByRole('region', { name: 'C’est à vous d’agir' }));
  const cards = () => turn.getAllByRole('listitem').map((card) => card.textContent);
  return { server, show, turn, cards };
}

describe('the pending actions of a person', () => {
  it('are loaded in one call, for any kinds', async () => {
    const { server } = await open(
      waiting({ AGREE: 1, HAND_IN: 1, REPHRASE: 1, RATE: 1, DRAFT: 1 }),
    );
    const calls = server.made.map(({ call }) => call).filter((call) => call !== 'GET /config.json');
    expect(calls).toEqual(['GET /requests/yourTurn']);
  });

  it('are shown as cards: three at first, good news on top, the rest after a press', async () => {
    const one = { AGREE: 1, HAND_IN: 1, ANSWER: 1, REPHRASE: 1, RATE: 1, DRAFT: 1 };
    const { turn, cards } = await open(waiting(one));
    const shown = ['a terminé', 'a déposé une demande en votre nom', 'vous demande'];
    expect(cards()).toHaveLength(3);
    for (const [at, title] of shown.entries()) expect(cards()[at]).toContain(title);
    // Who asks, what, and their words.
    expect(cards()[2]).toMatch(/CRI\u2069 vous demande.*Devis.*2026-000100.*Le devis est périmé/);
    expect(cards()[0]).toMatch(/Bonne route.*Donner mon avis$/);
    expect(turn.getByRole('button', { name: /^Accepter/ })).toHaveAttribute(
      'data-variant',
      'filled',
    );
    await userEvent.click(turn.getByRole('button', { name: 'Tout afficher (6)' }));
    expect(cards()[3]).toMatch(/vous a écrit.*Avez-vous un local \?.*Lire et répondre/);
    expect(cards()[4]).toContain('Précisez le lieu');
    expect(cards()[5]).toContain('Enregistrée, pas encore envoyée');
    await userEvent.click(turn.getByRole('button', { name: 'Réduire' }));
    expect(cards()).toHaveLength(3);
  });

  it('are done in place: check and submit, or delete, a draft', async () => {
    const { turn, show } = await open(waiting({ DRAFT: 1 }));
    await userEvent.click(turn.getByRole('button', { name: /^Vérifier et déposer/ }));
    expect(show).toHaveBeenLastCalledWith('submit', expect.objectContaining({ id: 500 }));
    await userEvent.click(turn.getByRole('button', { name: /^Supprimer/ }));
    expect(show).toHaveBeenLastCalledWith('delete', expect.objectContaining({ id: 500 }));
    expect(turn.getByRole('link', { name: /^Modifier/ })).toHaveAttribute(
      'href',
      '/editRequest/500',
    );
  });

  it('are shown from a server of the earlier version without messages', async () => {
    const { ANSWER: _, ...earlier } = waiting({ DRAFT: 1 });
    const { cards } = await open(earlier);
    expect(cards()).toHaveLength(1);
  });

  it('have no button for the rest when there are no more', async () => {
    const { turn, cards } = await open(waiting({ HAND_IN: 1, DRAFT: 2 }));
    expect(cards()).toHaveLength(3);
    expect(turn.queryByRole('button', { name: /^Tout afficher/ })).toBeNull();
  });

  it('show the number of unlisted actions', async () => {
    const { turn, cards } = await open(waiting({ DRAFT: 25 }));
    await userEvent.click(turn.getByRole('button', { name: 'Tout afficher (25)' }));
    expect(cards()).toHaveLength(20);
    expect(turn.getByText('Les autres (5) se trouvent dans la liste ci-dessous.')).toBeVisible();
  });
});

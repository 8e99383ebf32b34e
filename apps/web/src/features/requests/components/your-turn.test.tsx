import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WaitingKind, PendingWork as Waiting } from '@wasl/contracts';
import { Suspense } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { endSession, startSession } from '../../../lib/session/session.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import { signedToken } from '../../../testing/token.ts';
import { AgreementBanner } from './agreement-banner.tsx';
import { YourTurn } from './your-turn.tsx';

afterEach(() => {
  act(() => endSession());
  vi.unstubAllGlobals();
});

const kinds: readonly WaitingKind[] = ['AGREE', 'HAND_IN', 'REPHRASE', 'RATE', 'DRAFT'];

/** Pending actions with a count by kind; the server names at most twenty. */
function waiting(counts: Partial<Record<WaitingKind, number>>): Waiting {
  const of = (kind: WaitingKind) => ({
    total: counts[kind] ?? 0,
    requests: Array.from({ length: Math.min(counts[kind] ?? 0, 20) }, (_, i) => ({
      id: kinds.indexOf(kind) * 100 + i,
      numRequest: `2026-${String(kinds.indexOf(kind) * 100 + i).padStart(6, '0')}`,
      organisation: kind === 'AGREE' ? 'CRI' : null,
    })),
  });
  const named = Object.fromEntries(kinds.map((kind) => [kind, of(kind)]));
  return { ...named, UNSAVED: null } as Waiting;
}

async function open(counts: Partial<Record<WaitingKind, number>>) {
  const server = serve({ 'GET /requests/yourTurn': waiting(counts) });
  startSession(signedToken({ role: 'BENEFICIAIRE' }));
  await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Suspense>
        <AgreementBanner />
        <YourTurn />
      </Suspense>
    </SWRConfig>,
  );
  const region = within(await screen.findByRole('region', { name: 'C’est à vous d’agir' }));
  return {
    server,
    turn: region,
    links: () => region.getAllByRole('link').map((one) => one.textContent),
  };
}

describe('what waits for a person', () => {
  it('is asked for in one call, whatever waits', async () => {
    const { server } = await open({ AGREE: 1, HAND_IN: 1, REPHRASE: 1, RATE: 1, DRAFT: 1 });
    expect(screen.getByText(/déposée par/)).toBeVisible();
    const calls = server.made.map(({ call }) => call).filter((call) => call !== 'GET /config.json');
    expect(calls).toEqual(['GET /requests/yourTurn']);
  });

  it('has three entries in sight, in the order of what others wait for; a press opens the rest', async () => {
    const { turn, links } = await open({ HAND_IN: 1, REPHRASE: 1, RATE: 2, DRAFT: 1 });
    expect(links()).toEqual(['Déposer les documents', 'Reformuler', 'Donner mon avis']);
    await userEvent.click(turn.getByRole('button', { name: 'Tout afficher (5)' }));
    expect(links().slice(3)).toEqual(['Donner mon avis', 'Continuer']);
    await userEvent.click(turn.getByRole('button', { name: 'Réduire' }));
    expect(links()).toHaveLength(3);
  });

  it('has no button for the rest where there is none', async () => {
    const { turn, links } = await open({ HAND_IN: 1, DRAFT: 2 });
    expect(links()).toHaveLength(3);
    expect(turn.queryByRole('button')).toBeNull();
  });

  it('says how many are not named', async () => {
    const { turn, links } = await open({ DRAFT: 25 });
    await userEvent.click(turn.getByRole('button', { name: 'Tout afficher (25)' }));
    expect(links()).toHaveLength(20);
    expect(turn.getByText('Les autres (5) se trouvent dans la liste ci-dessous.')).toBeVisible();
  });
});

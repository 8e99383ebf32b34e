import { screen } from '@testing-library/react';
import { createElement } from 'react';
import { SWRConfig } from 'swr';
import { expect, it } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import TodayPage from './today-page.tsx';

const none = { count: 0, files: [] };

async function open(late: number) {
  serve({
    'GET /journeyInstanceProcessingSteps/today': {
      answers: none,
      documents: none,
      late: { count: late, files: [] },
      unowned: none,
    },
  });
  await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>{createElement(TodayPage)}</SWRConfig>,
  );
}

it('shows a message when no work is left', async () => {
  await open(0);
  expect(await screen.findByText('Rien ne vous attend')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Afficher toutes les demandes' })).toHaveAttribute(
    'href',
    '/requests',
  );
});

it('shows only the parts with files, each with a link to all of them', async () => {
  await open(1001);
  const link = await screen.findByRole('link', { name: /^Tout voir\s: En retard$/ });
  const query = new URL(link.getAttribute('href') ?? '', 'https://x.ma').searchParams;
  expect(Object.fromEntries(query)).toEqual({
    tab: 'late',
    owner: 'mine',
    sort: 'assignedAt,asc',
  });
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('1 000+');
});

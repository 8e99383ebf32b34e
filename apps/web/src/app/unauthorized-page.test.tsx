import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderInApp } from '../testing/render.tsx';
import UnauthorizedPage from './unauthorized-page.tsx';

it('shows “Accès interdit” with the reason, and links to the requests', async () => {
  await renderInApp(<UnauthorizedPage />);
  expect(await screen.findByText('Accès interdit')).toBeVisible();
  expect(screen.getByText('Cette page est réservée à un autre type de compte.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Revenir aux demandes' })).toHaveAttribute(
    'href',
    '/requests',
  );
});

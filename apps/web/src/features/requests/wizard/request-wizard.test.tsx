import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestView } from '@wasl/contracts';
import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { serve, type TestServer } from '../../../testing/server.ts';
import { RequestWizard } from './request-wizard.tsx';

const request = {
  id: 7,
  numRequest: '2026-000007',
  services: [{ code: 'CONSEIL', libelle: 'Conseil' }],
  journeyDef: null,
  description: 'Un local',
  urlVideo: null,
  documents: [],
  answers: [],
} as Partial<RequestView> as RequestView;

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}

let server: TestServer;
beforeEach(() => {
  server = serve({
    'GET /params/paramsByParentI18n/SERVICE': [
      { id: 1, code: 'CONSEIL', libelle: 'Conseil', description: '', string_1: null },
    ],
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (saved: RequestView | null, step = 0) =>
  renderInApp(
    <Suspense>
      <Routes>
        <Route
          path="/wizard"
          element={<RequestWizard request={saved} pending={null} firstStep={step} />}
        />
        <Route path="*" element={<Place />} />
      </Routes>
    </Suspense>,
    '/wizard',
  );

describe('the wizard', () => {
  it('shows the need in a field of six rows, with the saved text', async () => {
    await open(request, 2);
    const need = await screen.findByRole('textbox', { name: /besoin/i });
    expect(need.tagName).toBe('TEXTAREA');
    expect(need).toHaveAttribute('rows', '6');
    expect(need).toHaveValue('Un local');
  });

  it.each([
    ['a new request', null, 0],
    ['a saved one at its first step', request, 0],
    ['a saved one at its services', request, 1],
    ['a saved one at its need', request, 2],
    ['a saved one at its documents', request, 3],
  ])('returns to the list on Cancel without saving: %s', async (_name, saved, step) => {
    await open(saved, step);
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(await screen.findByTestId('place')).toHaveTextContent('/requests');
    expect(server.made.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
  });
});

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement, Suspense } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Role } from '@wasl/contracts';
import { endSession, startSession } from '../lib/session/session.ts';
import { renderInApp } from '../testing/render.tsx';
import { serve } from '../testing/server.ts';
import { signedToken } from '../testing/token.ts';
import { SlotsContext, type Slots } from '../ui/slots.ts';
import { appRoutes } from './routes.ts';

const calls = {
  BENEFICIAIRE: 'POST /requests/filter',
  PARTENAIRE: 'POST /journeyInstanceProcessingSteps/filter',
} as const satisfies Record<Role, string>;

const statuses = [
  ['NOUVEAU', 'Nouvelle'],
  ['SUPPRIME', 'Supprimée'],
  ['ENTAME', 'Entamée'],
].map(([code, libelle], id) => ({ id, code, libelle, description: null, string_1: null }));

const row = {
  id: 7,
  index: 0,
  numRequest: '2026-000007',
  dateRequest: '2026/03/01 09:30',
  description: 'Un local',
  status: { code: 'ENTAME', libelle: 'Entamée', string_1: null },
  beneficiary: { name: 'Amina El Amrani', nom: 'El Amrani', prenom: 'Amina', email: 'a@x.ma' },
  percent: 40,
  service: 'Financement',
  processingStepStatus: { code: 'IN_PROGRESS', libelle: 'En cours' },
  processingStepId: 12,
  idPartner: 3,
  owner: null,
  deadline: null,
  ageDays: 3,
  awaitedDocuments: 0,
  services: [],
  steps: [
    {
      id: 12,
      organisation: 'CRI · Centre régional',
      status: 'IN_PROGRESS',
      awaited: [],
      words: null,
    },
  ],
  documents: [],
  journeyDef: null,
  abilities: {
    canEdit: false,
    canDelete: false,
    canSubmit: false,
    canFollow: true,
    canReceipt: true,
    canUpdate: true,
  },
};

const answers = {
  'GET /currentUser/u-1': { id: 'u-1', qualification: { id: 1 } },
  'GET /params/paramsByParentI18n/STATUS': statuses,
  [calls.BENEFICIAIRE]: [row],
  [calls.PARTENAIRE]: { results: [row], totalElements: 1 },
};

const nothing = () => null;
const slots: Slots = {
  Conversation: nothing,
  FollowUp: nothing,
  FollowUpParts: nothing,
  Import: nothing,
  Messages: nothing,
  Survey: nothing,
  SurveyAnswers: nothing,
};

async function openList(role: Role, query = '') {
  const server = serve(answers);
  startSession(signedToken({ role }));
  const route = appRoutes.find(({ path }) => path === '/requests');
  if (route === undefined || !('byRole' in route)) throw new Error('The lists depend on the role');
  const { default: Page } = await route.byRole[role].load();
  await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <SlotsContext value={slots}>
        <Suspense>{createElement(Page)}</Suspense>
      </SlotsContext>
    </SWRConfig>,
    `/requests${query}`,
  );
  await screen.findByRole('table');
  await waitFor(() => expect(server.of(calls[role])).not.toEqual([]));
  return server;
}

const openFilters = () => userEvent.click(screen.getByRole('button', { name: 'Filtrer' }));
const bar = () => within(screen.getByRole('search'));
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const filters = () =>
  [...screen.getAllByRole('search').flatMap((form) => [...form.querySelectorAll('label')])].map(
    (label) => label.textContent,
  );

beforeEach(() => {
  // jsdom has neither popovers nor layout.
  Object.assign(HTMLElement.prototype, {
    showPopover: nothing,
    hidePopover: nothing,
    checkVisibility: () => false,
  });
});
afterEach(() => {
  act(() => endSession());
  vi.unstubAllGlobals();
});

describe('the list of requests', () => {
  it.each([
    ['BENEFICIAIRE', 'PARTENAIRE'],
    ['PARTENAIRE', 'BENEFICIAIRE'],
  ] as const)(
    'makes the call of a %s, newest first, and never the call of a %s',
    async (role, other) => {
      const server = await openList(role);
      // Another part of the page may make the same call with its own filter.
      await waitFor(() => {
        const list = server.of(calls[role]).find(({ query }) => query['size'] === '8');
        expect(list).toMatchObject({ query: { page: '0', sort: 'dateRequest,desc' }, body: [] });
      });
      expect(server.of(calls[other])).toEqual([]);
    },
  );

  it('shows a beneficiary number, date, expressed need, status and operations', async () => {
    await openList('BENEFICIAIRE');
    expect(headers()).toEqual(['Numéro', 'Date', 'Besoin exprimé', 'Statut', 'Opérations']);
    const cells = screen.getAllByRole('cell').map((cell) => cell.textContent);
    expect(cells.slice(0, 4)).toEqual([
      '2026-000007',
      '01/03/2026 09:30',
      'Un local',
      // The person reads whose move it is below the specified status.
      'EntaméeChez \u2068CRI\u2069 · en cours',
    ]);
    expect(screen.getByRole('button', { name: /^Suivre.*2026-000007/ })).toBeVisible();
  });

  it('shows filter, sort and pages after one press when there are few requests', async () => {
    await openList('BENEFICIAIRE');
    const sorts = () => screen.queryAllByRole('button', { name: 'Date' });
    const pages = () => screen.queryByRole('navigation', { name: /^Pages du tableau/ });
    expect([screen.queryByRole('search'), sorts(), pages()]).toEqual([null, [], null]);
    await openFilters();
    expect(bar().getByRole('button', { name: 'Rechercher' })).toBeVisible();
    expect([sorts().length, pages()]).toEqual([1, expect.anything()]);
  });

  it('shows a partner number, date, beneficiary, progress, service, status and operations', async () => {
    await openList('PARTENAIRE');
    expect(headers()).toEqual([
      'Numéro',
      'Date',
      'Bénéficiaire',
      'Avancement',
      'Service',
      'Statut',
      'Opérations',
    ]);
  });
});

describe('the filters of a beneficiary', () => {
  it('are number, status, and start and end date', async () => {
    await openList('BENEFICIAIRE');
    await openFilters();
    expect(filters()).toEqual(['Numéro de la demande', 'Statut', 'Du', 'Au']);
    expect(bar().getByRole('button', { name: 'Rechercher' })).toBeVisible();
    expect(bar().getByRole('button', { name: 'Réinitialiser' })).toBeVisible();
  });

  it('list the statuses of the server, except SUPPRIME', async () => {
    await openList('BENEFICIAIRE');
    await openFilters();
    const status = bar().getByRole<HTMLSelectElement>('combobox', { name: 'Statut' });
    await waitFor(() => {
      expect([...status.options].map((option) => option.value)).toEqual(['', 'NOUVEAU', 'ENTAME']);
    });
    expect([...status.options].map((option) => option.textContent)).toEqual([
      'Tous les statuts',
      'Nouvelle',
      'Entamée',
    ]);
  });

  it('show and apply the values of the address; a reset clears all of them', async () => {
    const server = await openList('BENEFICIAIRE', '?from=2026-03-01&to=2026-03-02');
    expect(bar().getByRole('button', { name: /^Du/ })).toHaveTextContent('01/03/2026');
    expect(bar().getByRole('button', { name: /^Au/ })).toHaveTextContent('02/03/2026');
    const status = await bar().findByRole('combobox', { name: 'Statut' });
    await within(status).findByRole('option', { name: 'Entamée' });
    await userEvent.selectOptions(status, 'ENTAME');
    await userEvent.type(bar().getByRole('textbox', { name: 'Numéro de la demande' }), ' 2026-0 ');
    await userEvent.click(bar().getByRole('button', { name: 'Rechercher' }));
    await waitFor(() => {
      expect(server.of(calls.BENEFICIAIRE).map(({ body }) => body)).toContainEqual([
        { key: 'numRequest', operation: 'CONTAINS', value: '2026-0' },
        { key: 'status', operation: 'EQUALS', value: 'ENTAME' },
        {
          key: 'startDate',
          operation: 'GREATHER_THAN_OR_EQUALS',
          value: '2026-03-01T00:00:00.000Z',
        },
        { key: 'endDate', operation: 'LESS_THAN_OR_EQUALS', value: '2026-03-02T23:59:59.999Z' },
      ]);
    });
    await userEvent.click(bar().getByRole('button', { name: 'Réinitialiser' }));
    await waitFor(() => {
      expect(status).toHaveValue('');
    });
    expect(bar().getByRole('textbox', { name: 'Numéro de la demande' })).toHaveValue('');
    expect(bar().getByRole('button', { name: /^Du/ })).not.toHaveTextContent('2026');
  });
});

describe('the filters of a partner', () => {
  it('are number, service, status, town, journey, colleague, start and end date', async () => {
    await openList('PARTENAIRE');
    await openFilters();
    await screen.findByRole('textbox', { name: 'Numéro de la demande' });
    expect(filters()).toEqual([
      'Numéro de la demande',
      'Service',
      'Statut',
      'Ville',
      'Parcours',
      'Collègue',
      'Trier par',
      'Date de début',
      'Date de fin',
    ]);
  });
});

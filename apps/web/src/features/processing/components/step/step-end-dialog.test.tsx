import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeclinePreview, WorklistRow } from '@wasl/contracts';
import { SWRConfig } from 'swr';
import { afterEach, expect, it, vi } from 'vitest';

import { renderInApp } from '../../../../testing/render.tsx';
import { requestRow } from '../../../../testing/request-row.ts';
import { serveCalls } from '../../../../testing/serve.ts';
import StepEndDialog from './step-end-dialog.tsx';

const row: WorklistRow = {
  ...requestRow,
  assignedOn: '2026-11-02',
  ageDays: 3,
  isLate: false,
  deadline: null,
  awaitedDocuments: 0,
  owner: null,
  awaitsAnswer: false,
  hasNewDocuments: false,
  takeBackSeconds: null,
  snooze: null,
};
const other = {
  requestId: 9,
  stepId: 90,
  numRequest: '2026-000009',
  dateRequest: '2026/11/01 10:00',
  service: 'Étude de marché',
  status: { code: 'IN_PROGRESS', libelle: 'En cours' },
};

async function open(preview: DeclinePreview | null) {
  const sent = serveCalls(({ method, path }) => {
    if (method === 'GET' && path.startsWith('/processing/step/decline/70'))
      return preview === null
        ? { status: 503, body: { code: 'UNAVAILABLE', message: 'Indisponible', requestId: 'x' } }
        : { body: preview };
    if (path.startsWith('/journeyInstanceProcessingSteps/documents/70'))
      return { body: { stepDocuments: [], requestDocuments: [], step: null } };
    return path.startsWith('/processing/step/decline/70')
      ? { body: { organisation: null } }
      : undefined;
  });
  const onClose = vi.fn();
  await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <StepEndDialog
        end="decline"
        row={row}
        stepId={70}
        opened
        onClose={onClose}
        onDone={() => undefined}
      />
    </SWRConfig>,
  );
  return {
    onClose,
    bodies: () => sent.flatMap(({ method, body }) => (method === 'POST' ? [body] : [])),
  };
}
const confirm = async () =>
  await userEvent.click(screen.getByRole('button', { name: 'Ce n’est pas pour nous' }));

afterEach(() => {
  vi.unstubAllGlobals();
});

it('shows the organisation that will receive the step, before the step is declined', async () => {
  await open({ organisation: 'CCIS', duplicates: [] });
  expect(await screen.findByText(/sera confiée à .*CCIS/)).toBeVisible();
});

it('cannot be confirmed before the outcome is known', async () => {
  await open(null);
  await screen.findByText('Indisponible');
  expect(screen.getByRole('button', { name: 'Ce n’est pas pour nous' })).toBeDisabled();
});

it('shows that no other organisation can receive it', async () => {
  await open({ organisation: null, duplicates: [] });
  expect(await screen.findByText(/l’administration en cherchera un/)).toBeVisible();
});

it('asks for the original request of a duplicate, and sends it', async () => {
  const { bodies, onClose } = await open({ organisation: 'CCIS', duplicates: [other] });
  await userEvent.click(await screen.findByRole('radio', { name: 'Demande en double' }));
  expect(screen.queryByText(/CCIS/)).toBeNull();
  await confirm();
  expect(bodies()).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: /2026-000009.*Étude de marché/ }));
  await confirm();
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(bodies()).toEqual([expect.objectContaining({ reason: 'DUPLICATE', duplicateOf: 9 })]);
});

it('shows a message when the organisation has no other request of the person', async () => {
  await open({ organisation: 'CCIS', duplicates: [] });
  await userEvent.click(await screen.findByRole('radio', { name: 'Demande en double' }));
  expect(screen.getByText(/aucune autre demande/)).toBeVisible();
});

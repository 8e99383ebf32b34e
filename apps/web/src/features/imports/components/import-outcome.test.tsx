import { fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { ImportOutcome, type Outcome } from './import-outcome.tsx';

const note = 'Seule la première feuille est lue. Les autres ne le sont pas : Suite.';
const preview = {
  lines: 1,
  routing: null,
  invitations: 1,
  understood: ['Dates de naissance : du 01/02/1980 au 03/04/2001.'],
  alreadyImportedAt: null,
  alreadyFiled: 0,
  hidden: 0,
  remarks: [],
};

it.each<[string, Outcome]>([
  ['checked', { kind: 'checked', preview, notes: [note] }],
  ['imported', { kind: 'done', imported: 1, messages: [], notes: [note] }],
])('shows the unread parts of a file that was %s', async (_name, outcome) => {
  await renderInApp(
    <Suspense>
      <ImportOutcome
        outcome={outcome}
        faultFile={null}
        onAgain={() => undefined}
        onHidden={() => undefined}
        onLeave={() => undefined}
      />
    </Suspense>,
  );
  expect(await screen.findByText(note)).toBeTruthy();
  if (outcome.kind === 'checked')
    for (const text of preview.understood) expect(screen.getByText(text)).toBeTruthy();
});

it('shows the counts of filed, pending and skipped requests, with a link to each group', async () => {
  const onLeave = vi.fn();
  const requests = { importId: 41, filed: 134, waiting: 63, skipped: 2 };
  const skippedLines = [
    { line: 7, errors: ['Déjà déposée le 12/03/2026.'] },
    { line: 9, errors: ['Déjà déposée le 13/03/2026.'] },
  ];
  await renderInApp(
    <Suspense>
      <ImportOutcome
        outcome={{ kind: 'done', imported: 197, requests, skippedLines, messages: [] }}
        faultFile={null}
        onAgain={() => undefined}
        onHidden={() => undefined}
        onLeave={onLeave}
      />
    </Suspense>,
  );
  const filed = await screen.findByRole('link', { name: '134 demandes déposées' });
  expect(filed.getAttribute('href')).toBe('/requests?import=41');
  const waiting = screen.getByRole('link', {
    name: '63 demandes attendent l’accord des personnes',
  });
  expect(waiting.getAttribute('href')).toBe('/requests/imports#filed-title');
  fireEvent.click(waiting);
  expect(onLeave).toHaveBeenCalledOnce();
  const skipped = screen.getByRole('link', {
    name: '2 lignes laissées de côté, car déjà déposées',
  });
  const target = document.querySelector(skipped.getAttribute('href') ?? '');
  fireEvent.click(skipped);
  expect(document.activeElement).toBe(target);
  expect(window.location.hash).toBe('');
  expect(target?.textContent).toContain('Ligne 7');
  expect(target?.textContent).toContain('Déjà déposée le 13/03/2026.');
});

it('lists the lines of a checked file that were filed before, and offers to file them again', async () => {
  const onAgain = vi.fn();
  const remarks = [{ line: 7, errors: ['Déjà déposée le 12/03/2026.'] }];
  await renderInApp(
    <Suspense>
      <ImportOutcome
        outcome={{ kind: 'checked', preview: { ...preview, alreadyFiled: 1, remarks } }}
        faultFile={null}
        onAgain={onAgain}
        onHidden={() => undefined}
        onLeave={() => undefined}
      />
    </Suspense>,
  );
  expect(await screen.findByText('Ligne 7')).toBeTruthy();
  expect(screen.getByText('Déjà déposée le 12/03/2026.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Déposer aussi ces lignes' }));
  expect(onAgain).toHaveBeenCalledOnce();
});

it('asks how to handle hidden rows before the import', async () => {
  const onHidden = vi.fn();
  const remarks = [{ line: 7, errors: ['Cette ligne est masquée dans le classeur.'] }];
  await renderInApp(
    <Suspense>
      <ImportOutcome
        outcome={{ kind: 'checked', preview: { ...preview, hidden: 1, remarks } }}
        faultFile={null}
        onAgain={() => undefined}
        onHidden={onHidden}
        onLeave={() => undefined}
      />
    </Suspense>,
  );
  expect(await screen.findByText('Cette ligne est masquée dans le classeur.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Importer sans ce qui est masqué' }));
  expect(onHidden).toHaveBeenCalledWith('skip');
});

import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { ImportOutcome, type Outcome } from './import-outcome.tsx';

const note = 'Seule la première feuille est lue. Les autres ne le sont pas : Suite.';
const preview = { lines: 1, routing: null, invitations: 1, alreadyImportedAt: null };

it.each<[string, Outcome]>([
  ['checked', { kind: 'checked', preview, notes: [note] }],
  ['imported', { kind: 'done', imported: 1, messages: [], notes: [note] }],
])('says of a file that was %s what was not read of it', async (_name, outcome) => {
  await renderInApp(
    <Suspense>
      <ImportOutcome outcome={outcome} faultFile={null} onAgain={() => undefined} />
    </Suspense>,
  );
  expect(await screen.findByText(note)).toBeTruthy();
});

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { startSession } from '../../../lib/session/session.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serveCalls } from '../../../testing/serve.ts';
import { signedToken } from '../../../testing/token.ts';
import { OwnData } from './own-data.tsx';

beforeEach(() => startSession(signedToken()));
afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks for the code before deleting the account when the server requires it', async () => {
  const fault = { path: 'code', code: 'required', message: 'Ce champ est obligatoire' };
  const sent = serveCalls(({ path, body }) => {
    if (!path.startsWith('/utilisateurs/deleteAccount')) return undefined;
    return 'code' in (body as object)
      ? { body: { deletionDueOn: '2026-12-31' } }
      : {
          status: 400,
          body: { code: 'INVALID_INPUT', message: 'À corriger', requestId: 'r', errors: [fault] },
        };
  });
  await renderInApp(<OwnData isAgent={false} />);
  const open = await screen.findAllByRole('button');
  await userEvent.click(open.at(-1) as HTMLElement);
  await waitFor(() => expect(document.querySelectorAll('input')).toHaveLength(1));
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(document.querySelector('input') as HTMLInputElement);
  await userEvent.paste('Wasl#Test2026');
  const submit = document.querySelector('button[type=submit]') as HTMLButtonElement;
  await userEvent.click(submit);
  await userEvent.click(await screen.findByRole('textbox'));
  await userEvent.paste('123456');
  await userEvent.click(submit);
  await waitFor(() =>
    expect(sent.map(({ body }) => (body as { code?: string }).code)).toEqual([undefined, '123456']),
  );
});

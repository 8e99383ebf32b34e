import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { startSession } from '../../../lib/session.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serveCalls } from '../../../testing/serve.ts';
import { signedToken } from '../../../testing/token.ts';
import { PasswordForm } from './password-form.tsx';

beforeEach(() => startSession(signedToken()));
afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks for the code where the server says that one is missing (S145)', async () => {
  const fault = { path: 'code', code: 'required', message: 'Ce champ est obligatoire' };
  const sent = serveCalls(({ path, body }) => {
    if (!path.startsWith('/utilisateurs/changePassword')) return { status: 404, body: {} };
    return 'code' in (body as object)
      ? { body: { token: signedToken() } }
      : {
          status: 400,
          body: { code: 'INVALID_INPUT', message: 'À corriger', requestId: 'r', errors: [fault] },
        };
  });
  await renderInApp(<PasswordForm />);
  await waitFor(() => expect(document.querySelectorAll('input')).toHaveLength(3));
  const [present, next, again] = [...document.querySelectorAll('input')] as HTMLInputElement[];
  expect(screen.queryByRole('textbox')).toBeNull();
  for (const [input, text] of [
    [present, 'Wasl#Test2026'],
    [next, 'Detroit#Bleu27'],
    [again, 'Detroit#Bleu27'],
  ] as const) {
    if (input === undefined) throw new Error('a field is missing');
    await userEvent.click(input);
    await userEvent.paste(text);
  }
  const submit = document.querySelector('button[type=submit]') as HTMLButtonElement;
  await userEvent.click(submit);
  const code = await screen.findByRole('textbox');
  await userEvent.click(code);
  await userEvent.paste('123456');
  await userEvent.click(submit);
  await waitFor(() => {
    expect(sent.map(({ body }) => (body as { code?: string }).code)).toEqual([undefined, '123456']);
  });
});

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { startSession } from '../../../lib/session/session.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serveCalls } from '../../../testing/serve.ts';
import { signedToken } from '../../../testing/token.ts';
import { PasswordForm } from './password-form.tsx';

beforeEach(() => startSession(signedToken()));
afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks for the code when the server requires it', async () => {
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
  await waitFor(() => expect(document.querySelectorAll('input:not([hidden])')).toHaveLength(3));
  const [present, next, again] = [
    ...document.querySelectorAll('input:not([hidden])'),
  ] as HTMLInputElement[];
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
    const changes = sent.filter(({ path }) => path.startsWith('/utilisateurs/changePassword'));
    expect(changes.map(({ body }) => (body as { code?: string }).code)).toEqual([
      undefined,
      '123456',
    ]);
  });
});

it('marks the last rule as met when the server accepts the password, and otherwise shows the reason', async () => {
  const sent = serveCalls(({ path, body }) => {
    if (!path.startsWith('/utilisateurs/checkPassword')) return undefined;
    const isCommon = (body as { password: string }).password === 'Liverpool1!';
    return { body: { fault: isCommon ? 'passwordCommon' : null } };
  });
  await renderInApp(<PasswordForm />);
  await waitFor(() => expect(document.querySelectorAll('input:not([hidden])')).toHaveLength(3));
  const input = document.querySelectorAll('input:not([hidden])')[1] as HTMLInputElement;
  const met = () => document.querySelectorAll('li[data-met]').length;
  await userEvent.click(input);
  await userEvent.paste('Liverpool1!');
  await screen.findByText(/Ce mot de passe est trop courant/);
  expect(met()).toBe(5);
  await userEvent.clear(input);
  await userEvent.paste('court1!');
  await userEvent.clear(input);
  await userEvent.paste('Detroit#Bleu27');
  await waitFor(() => expect(met()).toBe(6));
  expect(sent.map(({ body }) => body)).toEqual([
    { password: 'Liverpool1!' },
    { password: 'Detroit#Bleu27' },
  ]);
});

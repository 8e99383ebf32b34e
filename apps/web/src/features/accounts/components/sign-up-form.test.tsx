import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import * as registering from '../api/use-register.ts';
import { emptySignUp, signUpKinds } from '../forms/sign-up-rules.ts';
import { SignUpForm } from './sign-up-form.tsx';

const useRegister = vi.spyOn(registering, 'useRegister');

const lists = { countries: [], prefixes: [], levels: [] };

async function shownWhile(isRunning: boolean, kind: (typeof signUpKinds)[number]) {
  serve({});
  const register = vi.fn(() => Promise.resolve(null));
  useRegister.mockReturnValue({ register, isRunning, progress: 0 });
  await renderInApp(
    <Suspense>
      <SignUpForm kind={kind} lists={lists} lockedPartnerId={null} />
    </Suspense>,
  );
  const form = await screen.findByRole('form');
  // The part for agents loads on its own.
  await waitFor(() => expect(form.querySelector('fieldset')).not.toBeNull(), { timeout: 30_000 });
  return [
    ...form.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea, button'),
  ];
}

it('restores a draft of an earlier version with null or text in empty fields', async () => {
  const value = {
    ...Object.fromEntries(Object.keys(emptySignUp('particulier')).map((field) => [field, null])),
    type: 'particulier',
    nom: 'Bennani',
    sex: '',
    birthDate: '',
    levelOfStudy: '',
  };
  localStorage.setItem(
    'draft:anonymous:sign-up-ben',
    JSON.stringify({ value, savedAt: Date.now() }),
  );
  await shownWhile(false, 'ben');
  await userEvent.click(screen.getByRole('button', { name: 'Reprendre' }));
  expect(screen.getByRole('textbox', { name: /^Nom/ })).toHaveValue('Bennani');
  expect(screen.getByRole('textbox', { name: /^Prénom/ })).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Suivant' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Le prénom est obligatoire');
  localStorage.clear();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(signUpKinds)('the sign-up (%s)', (kind) => {
  it('disables every field and button during the submission', async () => {
    const controls = await shownWhile(true, kind);
    expect(controls.length).toBeGreaterThan(10);
    for (const control of controls) expect(control).toBeDisabled();
    expect(screen.getByRole('form').querySelector('fieldset')).toHaveAttribute('aria-busy', 'true');
  });

  it('is enabled before and after the submission', async () => {
    const controls = await shownWhile(false, kind);
    expect(controls.length).toBeGreaterThan(10);
    for (const control of controls) expect(control).toBeEnabled();
  });
});

import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import { useRegister } from '../api/use-register.ts';
import { signUpKinds } from '../forms/sign-up-rules.ts';
import { SignUpForm } from './sign-up-form.tsx';

vi.mock('../api/use-register.ts', () => ({ useRegister: vi.fn() }));

const lists = { countries: [], prefixes: [], levels: [], profiles: [], areas: [] };

async function shownWhile(isRunning: boolean, kind: (typeof signUpKinds)[number]) {
  serve({});
  const register = vi.fn(() => Promise.resolve(null));
  vi.mocked(useRegister).mockReturnValue({ register, isRunning, progress: 0 });
  await renderInApp(
    <Suspense>
      <SignUpForm kind={kind} lists={lists} lockedPartnerId={null} />
    </Suspense>,
  );
  const form = await screen.findByRole('form');
  return [
    ...form.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea, button'),
  ];
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(signUpKinds)('the sign-up (%s)', (kind) => {
  it('locks every field and button while it is being sent', async () => {
    const controls = await shownWhile(true, kind);
    expect(controls.length).toBeGreaterThan(10);
    for (const control of controls) expect(control).toBeDisabled();
    expect(screen.getByRole('form').querySelector('fieldset')).toHaveAttribute('aria-busy', 'true');
  });

  it('can be filled in before and after', async () => {
    const controls = await shownWhile(false, kind);
    expect(controls.length).toBeGreaterThan(10);
    for (const control of controls) expect(control).toBeEnabled();
  });
});

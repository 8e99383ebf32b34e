import { zodResolver } from '@hookform/resolvers/zod';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { ApiError } from '../../lib/http.ts';
import { renderInApp } from '../../testing/render.tsx';
import { Form } from './form.tsx';
import { nationalDigits, phoneMask } from './phone-field.tsx';
import { BoundTextField } from './text-fields.tsx';

const schema = z.object({
  nom: z.string().min(1, 'validation.nomRequired'),
  email: z.string().min(1, 'validation.emailRequired'),
});

function Sample({ onSubmit }: { onSubmit: (values: object) => Promise<unknown> }) {
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { nom: '', email: '' },
  });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <BoundTextField name="nom" control={form.control} label="Nom" required />
      <BoundTextField name="email" control={form.control} label="Email" type="email" required />
      <button type="submit">Envoyer</button>
    </Form>
  );
}

describe('Form', () => {
  it('gathers the faults on top, takes the focus there and leads to each field', async () => {
    const onSubmit = vi.fn();
    await renderInApp(<Sample onSubmit={onSubmit} />);
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('2 champs sont à corriger');
    expect(summary).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: /Email : L'Email est obligatoire/ }));
    const email = screen.getByRole('textbox', { name: /Email/ });
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription("L'Email est obligatoire");
    expect(email).toBeInvalid();
  });

  it('puts the server’s faults beside their fields and keeps what was typed', async () => {
    const refused = new ApiError(400, {
      code: 'INVALID_INPUT',
      message: 'Non',
      errors: [{ path: 'email', code: 'emailFormat', message: 'Adresse refusée' }],
    });
    await renderInApp(<Sample onSubmit={() => Promise.reject(refused)} />);
    await userEvent.type(screen.getByRole('textbox', { name: /Nom/ }), 'Amina');
    await userEvent.type(screen.getByRole('textbox', { name: /Email/ }), 'a@b.ma');
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
    expect(
      await screen.findByRole('link', { name: 'Email : Adresse refusée' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Nom/ })).toHaveValue('Amina');
  });
});

describe('the direction of a field', () => {
  it('is that of the control itself: words as they are written, addresses from left to right', async () => {
    await renderInApp(<Sample onSubmit={vi.fn()} />);
    const name = screen.getByRole('textbox', { name: /Nom/ });
    expect(name).not.toHaveAttribute('dir');
    await userEvent.type(name, 'أمينة');
    expect(name).toHaveAttribute('dir', 'auto');
    expect(name.closest('div')).not.toHaveAttribute('dir');
    await userEvent.clear(name);
    expect(name).not.toHaveAttribute('dir');
    expect(screen.getByRole('textbox', { name: /Email/ })).toHaveAttribute('dir', 'ltr');
  });
});

describe('the phone field', () => {
  it('reads a number however it is pasted', () => {
    for (const pasted of ['0612345678', '+212 612-345-678', '00212612345678', '612345678']) {
      expect(nationalDigits(pasted, '+212')).toBe('612345678');
    }
  });

  it('masks behind its prefix, whose own noughts are no places for digits', () => {
    expect(phoneMask('+212')).toBe('(+212) 000 00 00 00');
    expect(phoneMask('+20')).toBe('(+2\\0) 000 00 00 00[00000]');
  });
});

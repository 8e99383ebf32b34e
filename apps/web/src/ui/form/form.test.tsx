import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { ApiError } from '../../lib/http/http.ts';
import { renderInApp } from '../../testing/render.tsx';
import { BoundSelect } from './choice-fields.tsx';
import { Form } from './form.tsx';
import { PhoneField, shownPhone } from './phone-field.tsx';
import { BoundTextField } from './text-fields.tsx';
import { useSchemaForm } from './use-schema-form.ts';

const schema = z.object({
  nom: z.string().min(1, 'validation.nomRequired'),
  email: z.string().min(1, 'validation.emailRequired'),
});

function Sample({ onSubmit }: { onSubmit: (values: object) => Promise<unknown> }) {
  const form = useSchemaForm(schema, { nom: '', email: '' });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <BoundTextField name="nom" control={form.control} label="Nom" required />
      <BoundTextField name="email" control={form.control} label="Email" type="email" required />
      <button type="submit">Envoyer</button>
    </Form>
  );
}

describe('Form', () => {
  it('lists the faults at the top, moves the focus there and links to each field', async () => {
    const onSubmit = vi.fn();
    await renderInApp(<Sample onSubmit={onSubmit} />);
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('2 champs à corriger');
    expect(summary).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.click(
      screen.getByRole('link', { name: /Email\u00a0: L'Email est obligatoire/ }),
    );
    const email = screen.getByRole('textbox', { name: /Email/ });
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription("L'Email est obligatoire");
    expect(email).toBeInvalid();
  });

  it('shows the server’s faults next to their fields and preserves the input', async () => {
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
      await screen.findByRole('link', { name: 'Email\u00a0: Adresse refusée' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /Nom/ })).toHaveValue('Amina');
  });
});

describe('the direction of a field', () => {
  it('is automatic for text fields, and left to right for addresses', async () => {
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

interface PhoneValues {
  phone: string;
}

function Phone({ prefix }: { prefix: string }) {
  const form = useForm<PhoneValues>({ defaultValues: { phone: '' } });
  return (
    <Form form={form} onSubmit={() => Promise.resolve()}>
      <PhoneField<PhoneValues> name="phone" label="Téléphone" prefix={prefix} />
      <output>{form.watch('phone')}</output>
    </Form>
  );
}

async function renderPhone(prefix: string) {
  await renderInApp(<Phone prefix={prefix} />);
  return {
    user: userEvent.setup({ delay: null }),
    input: screen.getByLabelText<HTMLInputElement>('Téléphone'),
    fieldValue: () => screen.getByRole('status').textContent,
  };
}

describe('the phone field', () => {
  it.each([
    '0612345678',
    '612345678',
    '06 12 34 56 78',
    '06.12.34.56.78',
    '(+212) 612 34 56 78',
    '+212 612-345-678',
    '00212612345678',
    '٠٦١٢٣٤٥٦٧٨',
    '+٢١٢ ٦١٢ ٣٤٥ ٦٧٨',
    '۰۶۱۲۳۴۵۶۷۸',
    // As copied from a chat: direction marks, no-break spaces, non-breaking hyphens.
    '\u202a+212\u00a0612‑345678\u202c',
  ])(
    'accepts %j typed or pasted, and formats it with its prefix on leaving the field',
    async (text) => {
      for (const way of ['type', 'paste'] as const) {
        const { user, input, fieldValue } = await renderPhone('+212');
        await user.click(input);
        if (way === 'type') await user.type(input, text);
        else await user.paste(text);
        expect(input).toHaveValue(text);
        await user.tab();
        expect(fieldValue()).toBe('612345678');
        expect(input).toHaveValue('(+212) 612 34 56 78');
        cleanup();
      }
    },
  );

  it.each(['06 12 34', '0612345678 Amina', '+33612345678', '06123456789'])(
    'leaves %j unchanged, because it is not a Moroccan number',
    async (text) => {
      const { user, input, fieldValue } = await renderPhone('+212');
      await user.type(input, text);
      await user.tab();
      expect(fieldValue()).toBe(text);
      expect(input).toHaveValue(text);
    },
  );

  it('shows foreign numbers with their prefix, including leading zeros', () => {
    expect(shownPhone('612345678', '+33')).toBe('(+33) 612 34 56 78');
    expect(shownPhone('1001234567', '+20')).toBe('(+20) 100 12 34 567');
    expect(shownPhone('+212 612', '+212')).toBe('+212 612');
  });
});

function Prefix() {
  const form = useForm<{ prefix: string | null }>({ defaultValues: { prefix: null } });
  return (
    <Form form={form} onSubmit={() => Promise.resolve()}>
      <BoundSelect
        name="prefix"
        control={form.control}
        label="Indicatif"
        searchable
        choices={[
          { value: '+212', label: 'Maroc (+212)' },
          { value: '+33', label: 'France (+33)' },
        ]}
      />
    </Form>
  );
}

it('finds a prefix by Arabic-Indic digits', async () => {
  await renderInApp(<Prefix />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Indicatif' }), '+٢١٢');
  const options = screen.getAllByRole('option', { hidden: true });
  expect(options.map((option) => option.textContent)).toEqual(['Maroc (+212)']);
});

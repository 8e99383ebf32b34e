import type { Lang } from '@wasl/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';

import { changeLanguage } from '../../i18n/index.ts';
import type { NumberKind, NumberRefusal } from '../../lib/format/read-amount.ts';
import { type Outcome, writings } from '../../testing/number-writings.ts';
import { renderInApp } from '../../testing/render.tsx';
import { Form } from './form.tsx';
import { BoundNumber } from './number-field.tsx';
import type { TypedNumber } from './typed-number.ts';

interface Values {
  field: TypedNumber;
}

function Sample({ kind, start }: { kind: NumberKind; start: TypedNumber }) {
  const form = useForm<Values>({ defaultValues: { field: start } });
  return (
    <Form form={form} onSubmit={() => Promise.resolve()}>
      <BoundNumber<Values> name="field" label="Nombre" kind={kind} unit="MAD" />
      <output>{JSON.stringify(form.watch('field'))}</output>
    </Form>
  );
}

async function renderField(lang: Lang, kind: NumberKind, start: TypedNumber = '') {
  await renderInApp(<Sample kind={kind} start={start} />);
  await act(() => changeLanguage(lang));
  return {
    user: userEvent.setup({ delay: null }),
    input: screen.getByLabelText<HTMLInputElement>(/^Nombre/),
    fieldValue: () => JSON.parse(screen.getByRole('status').textContent) as TypedNumber,
  };
}

/** Normalises spaces and removes direction marks, because formatters differ. */
const plain = (text: string) =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

const sentences: Record<NumberRefusal, RegExp> = {
  number: /n’est pas compris|not understood|غير مفهوم|No se entiende/,
  negative: /négative|negative|سالب|negativ/,
  whole: /entier|whole|صحيح|entero/,
  twoDecimals: /deux décimales|two decimal|رقمين|dos decimales/,
  tooLarge: /trop grande|too large|كبيرة|demasiado grande/,
};

function expectOutcome(
  { input, fieldValue }: Awaited<ReturnType<typeof renderField>>,
  text: string,
  outcome: Outcome,
) {
  if (typeof outcome === 'object' && 'why' in outcome) {
    const sentence = sentences[outcome.why];
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(sentence);
  } else if (typeof outcome === 'object' && typeof outcome[1] === 'number') {
    const choices = within(screen.getByRole('alert')).getAllByRole('button');
    expect(choices).toHaveLength(outcome.length);
    expect(input).toBeInvalid();
  } else {
    const [value, words] = typeof outcome === 'number' ? [outcome] : outcome;
    expect(fieldValue()).toBe(value);
    expect(input).toBeValid();
    expect(input).toHaveAccessibleDescription();
    if (typeof words === 'string')
      expect(plain(document.getElementById(`${input.id}-success`)?.textContent ?? '')).toBe(words);
    return;
  }
  // Invalid text stays as typed and is not a number.
  expect(input).toHaveValue(text);
  expect(Number(fieldValue())).toBeNaN();
}

const kindOf = (outcome: Outcome): string => {
  if (typeof outcome === 'number') return 'number';
  return 'why' in outcome ? outcome.why : typeof outcome[1];
};

/** The first of each language, kind and outcome. Typing renders the field at each character. */
const typedWritings = new Map(
  writings.toReversed().map((row) => [`${row[0]} ${row[1]} ${kindOf(row[3])}`, row] as const),
).values();

describe('a number in user input', () => {
  it.each([...typedWritings])(
    'is parsed for %s as %s: %j, typed',
    async (lang, kind, text, outcome) => {
      const field = await renderField(lang, kind);
      await field.user.type(field.input, text);
      expect(field.input).toHaveValue(text);
      await field.user.tab();
      expectOutcome(field, text, outcome);
    },
  );

  it.each(writings)('is parsed for %s as %s: %j, pasted', async (lang, kind, text, outcome) => {
    const field = await renderField(lang, kind);
    await field.user.click(field.input);
    await field.user.paste(text);
    expect(field.input).toHaveValue(text);
    // The question or refusal appears at once, and leaving the field changes nothing.
    expectOutcome(field, text, outcome);
    await field.user.tab();
    expectOutcome(field, text, outcome);
  });
});

describe('the number field', () => {
  it('asks which of two numbers is meant, and applies the selected number', async () => {
    const { user, input, fieldValue } = await renderField('fr', 'amount');
    await user.type(input, '1,200');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.tab();
    const names = screen.getAllByRole('button').map((button) => plain(button.textContent));
    expect(names).toEqual(['1 200 dirhams', '1,2 dirham']);
    await user.click(screen.getByRole('button', { name: /^1,2 dirham/ }));
    expect(fieldValue()).toBe(1.2);
    expect(input).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(input).toHaveAccessibleDescription('1,2 dirham');
  });

  it.each([
    ['fr', '1 234 567,89'],
    ['en', '1,234,567.89'],
    ['ar', '1.234.567,89'],
    ['es', '1.234.567,89'],
  ] as const)(
    'groups digits in %s on leaving the field, and ungroups them for editing',
    async (lang, shown) => {
      const { user, input, fieldValue } = await renderField(lang, 'amount');
      await user.type(input, '1234567.89');
      await user.tab();
      expect(plain(input.value)).toBe(shown);
      await user.click(input);
      expect(input).toHaveValue(lang === 'en' ? '1234567.89' : '1234567,89');
      await user.keyboard('{Home}9');
      expect(fieldValue()).toBe(91_234_567.89);
    },
  );

  it('is selected by the Tab key, so that typing replaces its content', async () => {
    const { user, input, fieldValue } = await renderField('fr', 'amount', 57_000_000);
    await act(async () => {
      input.select();
      input.focus();
      await Promise.resolve();
    });
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, '57000000'.length]);
    await user.keyboard('12');
    expect(fieldValue()).toBe(12);
  });

  it('shows no fault during typing, and loses no keystroke', async () => {
    const { user, input } = await renderField('fr', 'amount');
    const text = '57,000,00x 3';
    for (let length = 1; length <= text.length; length += 1) {
      await user.type(input, text.charAt(length - 1));
      expect(input).toHaveValue(text.slice(0, length));
      expect(screen.queryByRole('alert')).toBeNull();
    }
    await user.tab();
    expect(screen.getByRole('alert')).toHaveTextContent('Ce nombre n’est pas compris.');
    expect(input).toHaveValue('57,000,00x 3');
  });

  it('shows an unreadable text of a draft unchanged, with an alert', async () => {
    const { input } = await renderField('fr', 'amount', '?57 €');
    expect(input).toHaveValue('57 €');
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });

  it('resolves an ambiguous number when the selected language defines its meaning', async () => {
    const { user, input, fieldValue } = await renderField('fr', 'amount');
    await user.type(input, '1,200');
    await user.tab();
    expect(screen.getByRole('alert')).toBeInTheDocument();
    await act(() => changeLanguage('en'));
    expect(fieldValue()).toBe(1200);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has the direction of its content, so that digits stay in order among Arabic words', async () => {
    const { user, input } = await renderField('ar', 'amount');
    expect(input).toHaveAttribute('dir', 'ltr');
    await user.type(input, '٥٧');
    expect(input).toHaveAttribute('dir', 'ltr');
    await user.type(input, ' مليون');
    expect(input).toHaveAttribute('dir', 'rtl');
  });
});

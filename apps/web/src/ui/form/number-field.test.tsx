import type { Lang } from '@wasl/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';

import { changeLanguage } from '../../i18n/index.ts';
import type { NumberKind } from '../../lib/read-amount.ts';
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
    held: () => JSON.parse(screen.getByRole('status').textContent) as TypedNumber,
  };
}

/** Spaces of every kind as one, and no marks of direction: two programs may format by different ones. */
const plain = (text: string) =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

/** A number that is read, its words, several that are asked, or the reason of a refusal. */
type Outcome = number | readonly [number, string] | readonly number[] | { readonly why: RegExp };

const unknown = { why: /n’est pas compris|not understood|غير مفهوم|No se entiende/ };
const negative = { why: /négative|negative|سالب|negativ/ };
const whole = { why: /entier|whole|صحيح|entero/ };
const precise = { why: /deux décimales|two decimal|رقمين|dos decimales/ };
const large = { why: /trop grande|too large|كبيرة|demasiado grande/ };

const nb = '\u00a0';
const narrow = '\u202f';
const thin = '\u2009';

const writings: readonly (readonly [Lang, NumberKind, string, Outcome])[] = [
  // What the issue of the wrong amounts began with.
  ['fr', 'amount', '57,000,000', [57_000_000, '57 millions de dirhams']],
  ['fr', 'amount', '1,234,567.89', [1_234_567.89, '1 234 567,89 dirhams']],
  ['fr', 'amount', '1.234.567,89', [1_234_567.89, '1 234 567,89 dirhams']],
  ['fr', 'whole', '1,200', [1200, '1 200']],
  ['fr', 'whole', '12.5', whole],
  ['fr', 'amount', '-5', negative],
  ['fr', 'amount', '1e3', unknown],
  ['fr', 'amount', '57 M', [57_000_000, '57 millions de dirhams']],
  ['fr', 'amount', '٥٧٠٠٠٠٠٠', [57_000_000, '57 millions de dirhams']],
  // French
  ['fr', 'amount', '57000000', [57_000_000, '57 millions de dirhams']],
  ['fr', 'amount', '57 000 000', 57_000_000],
  ['fr', 'amount', `57${nb}000${nb}000`, 57_000_000],
  ['fr', 'amount', `57${narrow}000${thin}000`, 57_000_000],
  ['fr', 'amount', '57 000 000,50', [57_000_000.5, '57 000 000,5 dirhams']],
  ['fr', 'amount', '57.000.000', 57_000_000],
  ['fr', 'amount', "1'250'000", [1_250_000, '1,25 million de dirhams']],
  ['fr', 'amount', '1’250’000', 1_250_000],
  ['fr', 'amount', '12,5', [12.5, '12,5 dirhams']],
  ['fr', 'amount', '12.50', 12.5],
  ['fr', 'amount', ',5', [0.5, '0,5 dirham']],
  ['fr', 'amount', '0,500', 0.5],
  ['fr', 'amount', '1,200', [1200, 1.2]],
  ['fr', 'amount', '1.200', [1200, 1.2]],
  ['fr', 'amount', '57,000', [57_000, 57]],
  ['fr', 'amount', '1,234', 1234],
  ['fr', 'amount', '1,2345', precise],
  ['fr', 'amount', '57 millions de dirhams', 57_000_000],
  ['fr', 'amount', '1,5 million', 1_500_000],
  ['fr', 'amount', '1,200 M', [1_200_000_000, 1_200_000]],
  ['fr', 'amount', '57 m', [57_000_000, 57_000]],
  ['fr', 'amount', '57 k', 57_000],
  ['fr', 'amount', '12 mille', 12_000],
  ['fr', 'amount', '2,5 milliards', [2_500_000_000, '2,5 milliards de dirhams']],
  ['fr', 'amount', '57 MDH', 57_000_000],
  ['fr', 'amount', '12 MMDH', [12_000_000_000, 12_000_000]],
  ['fr', 'amount', 'MAD 1 250,00', 1250],
  ['fr', 'amount', '1 250,00 dhs', 1250],
  ['fr', 'amount', '57 000.000', [57_000_000, 57_000]],
  ['fr', 'amount', '1 2000', unknown],
  ['fr', 'amount', '57 €', unknown],
  ['fr', 'amount', '10²', unknown],
  ['fr', 'amount', 'cinq', unknown],
  ['fr', 'amount', '1.200.3', unknown],
  ['fr', 'amount', '12345678901234567', large],
  ['fr', 'whole', '1 200', 1200],
  ['fr', 'whole', '1.000', 1000],
  ['fr', 'whole', '12,00', 12],
  ['fr', 'whole', '2 mille', 2000],
  ['fr', 'whole', '57 DH', unknown],
  ['fr', 'percent', '12,5 %', [12.5, '12,5 %']],
  ['fr', 'percent', '12.5', 12.5],
  ['fr', 'percent', '12,500', 12.5],
  ['fr', 'percent', '39,999', precise],
  ['fr', 'percent', '12 M', unknown],
  // English
  ['en', 'amount', '57,000,000', [57_000_000, '57 million dirhams']],
  ['en', 'amount', '1,234,567.89', [1_234_567.89, '1,234,567.89 dirhams']],
  ['en', 'amount', '1.234.567,89', 1_234_567.89],
  ['en', 'amount', '1,200', 1200],
  ['en', 'amount', '1.200', [1200, 1.2]],
  ['en', 'amount', '1,2000', unknown],
  ['en', 'amount', '57m', 57_000_000],
  ['en', 'amount', 'MAD 1.5 billion', [1_500_000_000, '1.5 billion dirhams']],
  ['en', 'amount', '1', [1, '1 dirham']],
  ['en', 'amount', '57 thousand', 57_000],
  ['en', 'amount', '−5', negative],
  ['en', 'whole', '1,200', [1200, '1,200']],
  ['en', 'percent', '.5', 0.5],
  // Arabic
  ['ar', 'amount', '٥٧٬٠٠٠٬٠٠٠', [57_000_000, '57 مليون درهم']],
  ['ar', 'amount', '۵۷', [57, '57 درهماً']],
  ['ar', 'amount', '١٢٫٥', 12.5],
  ['ar', 'amount', '١٬٢٣٤٫٥٦', 1234.56],
  ['ar', 'amount', '57 مليون درهم', 57_000_000],
  ['ar', 'amount', '٣ ملايين', [3_000_000, '3 ملايين درهم']],
  ['ar', 'amount', '57 مليوناً', 57_000_000],
  ['ar', 'amount', '٥ آلاف', 5000],
  ['ar', 'amount', '57 000 د.م.', 57_000],
  ['ar', 'amount', 'د.م.57', 57],
  ['ar', 'amount', '١،٢٠٠', [1200, 1.2]],
  ['ar', 'amount', '1,200', [1200, 1.2]],
  ['ar', 'amount', '1.200.000', 1_200_000],
  ['ar', 'amount', '2', [2, '2 درهمان']],
  ['ar', 'amount', '3', [3, '3 دراهم']],
  ['ar', 'amount', 'خمسة', unknown],
  ['ar', 'whole', '١٬٢٠٠', 1200],
  ['ar', 'whole', '١٢٫٥', whole],
  ['ar', 'percent', '٣٥٪', 35],
  // Spanish
  ['es', 'amount', '1.234.567,89', [1_234_567.89, '1.234.567,89 dírhams']],
  ['es', 'amount', '57 millones', [57_000_000, '57 millones de dírhams']],
  ['es', 'amount', '1 millón de dírhams', [1_000_000, '1 millón de dírhams']],
  ['es', 'amount', '1,5 mil millones', 1_500_000_000],
  ['es', 'amount', '5 mil', 5000],
  ['es', 'amount', '1.200', 1200],
  ['es', 'amount', '1,200', [1200, 1.2]],
  ['es', 'amount', '-5', negative],
  ['es', 'whole', '1.200', 1200],
  ['es', 'percent', '12,5', 12.5],
];

function expectOutcome(
  { input, held }: Awaited<ReturnType<typeof renderField>>,
  text: string,
  outcome: Outcome,
) {
  if (typeof outcome === 'object' && 'why' in outcome) {
    expect(screen.getByRole('alert')).toHaveTextContent(outcome.why);
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(outcome.why);
  } else if (typeof outcome === 'object' && typeof outcome[1] === 'number') {
    const choices = within(screen.getByRole('alert')).getAllByRole('button');
    expect(choices).toHaveLength(outcome.length);
    expect(input).toBeInvalid();
  } else {
    const [value, words] = typeof outcome === 'number' ? [outcome] : outcome;
    expect(held()).toBe(value);
    expect(input).toBeValid();
    expect(input).toHaveAccessibleDescription();
    if (typeof words === 'string')
      expect(plain(document.getElementById(`${input.id}-success`)?.textContent ?? '')).toBe(words);
    return;
  }
  // What is no number yet stays as it was written, and computes as none.
  expect(input).toHaveValue(text);
  expect(Number(held())).toBeNaN();
}

describe('a number written by a person', () => {
  it.each(writings)('%s, %s: typed %j', async (lang, kind, text, outcome) => {
    const field = await renderField(lang, kind);
    await field.user.type(field.input, text);
    expect(field.input).toHaveValue(text);
    await field.user.tab();
    expectOutcome(field, text, outcome);
  });

  it.each(writings)('%s, %s: pasted %j', async (lang, kind, text, outcome) => {
    const field = await renderField(lang, kind);
    await field.user.click(field.input);
    await field.user.paste(text);
    expect(field.input).toHaveValue(text);
    // Asked or refused at once: nothing more is to come.
    expectOutcome(field, text, outcome);
    await field.user.tab();
    expectOutcome(field, text, outcome);
  });
});

describe('the field of a number', () => {
  it('asks which of two numbers is meant, and holds the one that is chosen', async () => {
    const { user, input, held } = await renderField('fr', 'amount');
    await user.type(input, '1,200');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.tab();
    const names = screen.getAllByRole('button').map((button) => plain(button.textContent));
    expect(names).toEqual(['1 200 dirhams', '1,2 dirham']);
    await user.click(screen.getByRole('button', { name: /^1,2 dirham/ }));
    expect(held()).toBe(1.2);
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
    'sets groups in %s when it is left, and takes them off to be edited',
    async (lang, shown) => {
      const { user, input, held } = await renderField(lang, 'amount');
      await user.type(input, '1234567.89');
      await user.tab();
      expect(plain(input.value)).toBe(shown);
      await user.click(input);
      expect(input).toHaveValue(lang === 'en' ? '1234567.89' : '1234567,89');
      await user.keyboard('{Home}9');
      expect(held()).toBe(91_234_567.89);
    },
  );

  it('is typed over by whoever comes to it by the tab key', async () => {
    const { user, input, held } = await renderField('fr', 'amount', 57_000_000);
    await act(async () => {
      input.select();
      input.focus();
      await Promise.resolve();
    });
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, '57000000'.length]);
    await user.keyboard('12');
    expect(held()).toBe(12);
  });

  it('says nothing of a fault while one types on, nor loses a stroke', async () => {
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

  it('shows what a draft kept: a number by its groups, a writing that was not understood as it was', async () => {
    const { input } = await renderField('fr', 'amount', '?57 €');
    expect(input).toHaveValue('57 €');
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });

  it('reads what was asked about when the language that is chosen knows it', async () => {
    const { user, input, held } = await renderField('fr', 'amount');
    await user.type(input, '1,200');
    await user.tab();
    expect(screen.getByRole('alert')).toBeInTheDocument();
    await act(() => changeLanguage('en'));
    expect(held()).toBe(1200);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('runs by what is written in it, so that digits stay in their order among Arabic words', async () => {
    const { user, input } = await renderField('ar', 'amount');
    expect(input).toHaveAttribute('dir', 'ltr');
    await user.type(input, '٥٧');
    expect(input).toHaveAttribute('dir', 'ltr');
    await user.type(input, ' مليون');
    expect(input).toHaveAttribute('dir', 'rtl');
  });
});

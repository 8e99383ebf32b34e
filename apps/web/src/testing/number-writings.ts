import type { Lang } from '@wasl/contracts';

import type { NumberKind, NumberRefusal } from '../lib/read-amount.ts';

/** A number that is read, its words, several that are asked, or the reason of a refusal. */
export type Outcome =
  number | readonly [number, string] | readonly number[] | { readonly why: NumberRefusal };

const unknown = { why: 'number' } as const;
const negative = { why: 'negative' } as const;
const whole = { why: 'whole' } as const;
const precise = { why: 'twoDecimals' } as const;
const large = { why: 'tooLarge' } as const;

const nb = '\u00a0';
const narrow = '\u202f';
const thin = '\u2009';

/** How people write numbers in each language, and what is understood. */
export const writings: readonly (readonly [Lang, NumberKind, string, Outcome])[] = [
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

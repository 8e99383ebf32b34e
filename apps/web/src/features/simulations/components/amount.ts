import { isSmallAmount } from '@wasl/premium';

import { useFormats } from '../../../lib/format/formats.ts';

/** Formats dirhams in M MAD, or in dirhams below a million; also in the other unit. */
export function useAmount() {
  const formats = useFormats();
  return {
    amount: (dirhams: number, digits = 2): string =>
      isSmallAmount(dirhams) ? formats.dirhams(dirhams) : formats.millions(dirhams, digits),
    otherUnit: (dirhams: number): string =>
      isSmallAmount(dirhams) ? formats.millions(dirhams, 6) : formats.dirhams(dirhams),
  };
}

import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../../lib/format/formats.ts';
import { shortNameOf } from './short-name.ts';
import type { Move } from './whose-move.ts';

/** Text of whose move it is, for the person who owns the request. */
export function useMoveText(): (move: Move) => string {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  return ({ kind, step }) =>
    t(`move.${kind}`, {
      organisation: isolated(shortNameOf(step?.organisation ?? '')),
      documents: isolated(formats.list((step?.awaited ?? []).map(({ libelle }) => libelle))),
    });
}

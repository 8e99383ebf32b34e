import { Stack } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { useMoveText } from '../../../domain/requests/use-move-text.ts';
import { moveOfRequest, toneOfMove } from '../../../domain/requests/whose-move.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';

/** Label of a request: its status, or the state of the agreement that it needs. */
export function useStateLabel() {
  const { t } = useTranslation('requests');
  return ({ status, filing }: Pick<RequestView, 'status' | 'filing'>) => {
    const agreement = filing?.agreement;
    return agreement === 'WAITING' || agreement === 'REFUSED' || agreement === 'WITHDRAWN'
      ? t(`agreement.tag.${agreement}`)
      : status.libelle;
  };
}

/** The label with the colour of whose move it is, and what the person reads of it. */
export function RequestState({ request }: { request: RequestView }) {
  const labelOf = useStateLabel();
  const moveText = useMoveText();
  const move = moveOfRequest(request);
  return (
    <Stack gap={2} align="flex-start">
      <StatusTag tone={toneOfMove(move)} label={labelOf(request)} />
      <span className={layout['small']}>
        <LtrNumbers text={moveText(move)} />
      </span>
      {move.reason === null ? null : (
        <span className={layout['small']} dir="auto">
          {move.reason}
        </span>
      )}
    </Stack>
  );
}

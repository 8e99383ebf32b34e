import type { RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../ui/status-tag.tsx';

/** Tag of a request: its status, or the state of the agreement that it needs. */
export function useRequestState() {
  const { t } = useTranslation('requests');
  return ({ status, filing }: Pick<RequestView, 'status' | 'filing'>) => {
    const agreement = filing?.agreement ?? 'NOT_NEEDED';
    if (agreement === 'WAITING' || agreement === 'REFUSED' || agreement === 'WITHDRAWN') {
      const tone = agreement === 'WAITING' ? ('waiting' as const) : ('neutral' as const);
      return { tone, label: t(`agreement.tag.${agreement}`) };
    }
    return { code: status.code, label: status.libelle };
  };
}

export function RequestState({ request }: { request: RequestView }) {
  const stateOf = useRequestState();
  return <StatusTag {...stateOf(request)} />;
}

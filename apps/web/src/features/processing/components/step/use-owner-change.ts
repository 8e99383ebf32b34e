import type { WorklistRow } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../../i18n/error-text.ts';
import { isolated } from '../../../../lib/format/formats.ts';
import { currentOf } from '../../../../lib/http/http.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { notify } from '../../../../ui/notify.ts';

/** Gives a step to a colleague, or to none, and says what happened. */
export function useOwnerChange() {
  const { t } = useTranslation('worklist');
  const errorText = useErrorText();
  const me = useSession()?.userId;
  const set = useEndpointAction('setStepOwner');

  /** @returns whether the step changed its owner */
  const give = async (
    stepId: number,
    { numRequest, owner }: Pick<WorklistRow, 'numRequest' | 'owner'>,
    to: string | null,
    reason = '',
  ): Promise<boolean> => {
    try {
      const body = { owner: to, expected: owner?.id ?? null, reason };
      const { data } = await set.run({ params: { stepId }, body });
      notify.success(
        data.owner === null
          ? t('owner.released', { number: numRequest })
          : data.owner.isMe
            ? t('owner.taken', { number: numRequest })
            : t('owner.handed', { number: numRequest, name: isolated(data.owner.name) }),
      );
      return true;
    } catch (error) {
      const current = currentOf(error, 'OWNER_CHANGED');
      notify.error(
        current === undefined
          ? errorText(error)
          : current.owner === null
            ? t('owner.releasedSince')
            : t('owner.changed', { name: isolated(current.owner.name) }),
      );
      return false;
    }
  };
  return { me, give, isRunning: set.isRunning };
}

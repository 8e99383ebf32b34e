import { Button } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';

/** Id of the request just saved, from the wizard's navigation state. */
function savedIdOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('savedId' in state)) return null;
  return typeof state.savedId === 'number' ? state.savedId : null;
}

/** Shown after the wizard: the saved request is not yet submitted, with a button to submit it. */
export function SavedNotice({ onSubmit }: { onSubmit: (request: RequestView) => void }) {
  const { t } = useTranslation('requests');
  const { state } = useLocation() as { state: unknown };
  const id = savedIdOf(state);
  const { data } = useEndpoint('getRequest', id === null ? null : { params: { id } });
  if (id === null || data?.id !== id || !data.abilities.canSubmit) return null;
  return (
    <Banner tone="info" title={t('saved.title', { number: data.numRequest })}>
      <p>{t('saved.text')}</p>
      <Button
        mt={8}
        leftSection={<IconSend size={18} aria-hidden data-turns />}
        onClick={() => onSubmit(data)}
      >
        {t('actions.submitNow')}
      </Button>
    </Banner>
  );
}

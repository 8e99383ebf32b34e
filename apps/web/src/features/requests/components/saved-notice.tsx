import { Button } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { IconSend } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';

/** Id of the request just saved, from the wizard's navigation state. */
function savedIdOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('savedId' in state)) return null;
  return typeof state.savedId === 'number' ? state.savedId : null;
}

/** After the wizard: opens the check of the saved request, and stays until it is submitted. */
export function SavedNotice({ onSubmit }: { onSubmit: (request: RequestView) => void }) {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const id = savedIdOf(state);
  const { data } = useEndpoint('getRequest', id === null ? null : { params: { id } });
  const draft = id !== null && data?.id === id && data.abilities.canSubmit ? data : null;
  const isToCheck = typeof state === 'object' && state !== null && 'isToCheck' in state;
  useEffect(() => {
    if (!isToCheck || draft === null) return;
    onSubmit(draft);
    // A reload or Back does not open the check again.
    void navigate('.', { replace: true, state: { savedId: draft.id } });
  }, [isToCheck, draft, navigate, onSubmit]);
  if (draft === null) return null;
  return (
    <Banner tone="info" title={t('saved.title', { number: draft.numRequest })}>
      <p>{t('saved.text')}</p>
      <Button
        mt={8}
        leftSection={<IconSend size={18} aria-hidden data-turns />}
        onClick={() => onSubmit(draft)}
      >
        {t('actions.submitNow')}
      </Button>
    </Banner>
  );
}

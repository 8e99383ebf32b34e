import { Button, Stack } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { places } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';

import { useErrorText } from '../../../i18n/error-text.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useShownAttempt } from '../../../ui/use-failure.ts';

/**
 * Page of the link mailed to an agent, who approves a new colleague after signing in. The link is personal; for other
 * agents the page leads to the list of colleagues, which has the same action.
 */
export default function ApproveAgentPage() {
  const { t } = useTranslation('accounts');
  const errorText = useErrorText();
  const { token = '' } = useParams();
  const approve = useEndpointAction('approveAgent');
  const [name, setName] = useState<string | null>(null);
  const { failure, attempt } = useShownAttempt();

  const press = () =>
    attempt(async () => {
      const { data } = await approve.run({ params: { token } });
      setName(`${data.prenom} ${data.nom}`);
    });

  if (name !== null) {
    return (
      <Stack className={layout['text'] ?? ''}>
        <Banner tone="success" title={t('approval.done', { name })} live>
          {t('approval.next')}
        </Banner>
        <p>
          <Link to="/requests">{t('approval.toRequests')}</Link>
        </p>
      </Stack>
    );
  }
  return (
    <Stack className={layout['text'] ?? ''}>
      <Stack className={layout['card']} gap="lg">
        <p>{t('approval.lead')}</p>
        <p className={layout['lead']}>{t('approval.effect')}</p>
        {failure === null ? null : (
          <Banner tone="error" title={errorText(failure)} live>
            {t('approval.whose')} <Link to={places.colleagues()}>{t('approval.toColleagues')}</Link>
          </Banner>
        )}
        <Actions>
          <Button
            loading={approve.isRunning}
            leftSection={<IconUserCheck size={20} aria-hidden />}
            onClick={() => void press()}
          >
            {t('approval.approve')}
          </Button>
        </Actions>
      </Stack>
    </Stack>
  );
}

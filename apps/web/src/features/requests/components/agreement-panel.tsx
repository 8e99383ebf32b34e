import { Button } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../lib/format/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import type { AgreementAnswer } from './agreement-dialog.tsx';

const AgreementDialog = lazyWithRetry(() => import('./agreement-dialog.tsx'));

/** For a request filed by an organisation: author, state of the agreement, and the answers. */
export function AgreementPanel({ request }: { request: RequestView }) {
  const { t } = useTranslation(['agreement', 'requests']);
  const [answer, setAnswer] = useState<AgreementAnswer | null>(null);
  const { filing, abilities } = request;
  if (filing === null || filing.agreement === 'NOT_NEEDED') return null;
  const { agreement } = filing;
  const organisation = isolated(filing.organisation);
  return (
    <Banner
      tone={agreement === 'WAITING' ? 'warning' : 'info'}
      title={t(`page.${agreement}`, { organisation })}
    >
      <p>{t(`page.${agreement}_text`, { organisation })}</p>
      {abilities.canAgree ? (
        <Actions justify="flex-start" mt="sm">
          <Button
            leftSection={<IconCheck size={18} aria-hidden />}
            onClick={() => setAnswer('accept')}
          >
            {t('requests:agreement.accept')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => setAnswer('refuse')}
          >
            {t('requests:agreement.refuse')}
          </Button>
        </Actions>
      ) : null}
      {abilities.canWithdraw ? (
        <Actions justify="flex-start" mt="sm">
          <Button variant="default" onClick={() => setAnswer('withdraw')}>
            {t('requests:agreement.withdraw')}
          </Button>
        </Actions>
      ) : null}
      <Suspense fallback={null}>
        {answer === null ? null : (
          <AgreementDialog
            request={{ ...request, organisation: filing.organisation }}
            answer={answer}
            onClose={() => setAnswer(null)}
          />
        )}
      </Suspense>
    </Banner>
  );
}

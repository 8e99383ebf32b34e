import { Button } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { RegionalContact } from '../../../domain/requests/regional-contact.tsx';
import { isolated } from '../../../lib/format/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';

const AgreementDialog = lazyWithRetry(() => import('./agreement-dialog.tsx'));

/** For a request filed by an organisation: author, and the answer that its owner gave. A card asks for the answer. */
export function AgreementPanel({ request }: { request: RequestView }) {
  const { t } = useTranslation(['agreement', 'requests']);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { filing, abilities } = request;
  if (filing === null) return null;
  const { agreement } = filing;
  if (agreement === 'NOT_NEEDED' || agreement === 'WAITING') return null;
  const organisation = isolated(filing.organisation);
  return (
    <>
      <Banner tone="info" title={t(`page.${agreement}`, { organisation })}>
        <p>{t(`page.${agreement}_text`, { organisation })}</p>
        {abilities.canWithdraw ? (
          <Actions justify="flex-start" mt="sm">
            <Button variant="default" onClick={() => setWithdrawing(true)}>
              {t('requests:agreement.withdraw')}
            </Button>
          </Actions>
        ) : null}
        <Suspense fallback={null}>
          {isWithdrawing ? (
            <AgreementDialog
              request={{ ...request, organisation: filing.organisation }}
              answer="withdraw"
              onClose={() => setWithdrawing(false)}
            />
          ) : null}
        </Suspense>
      </Banner>
      {agreement === 'GIVEN' ? null : <RegionalContact />}
    </>
  );
}

import { Button, Stack } from '@mantine/core';
import { places } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useErrorText } from '../../../../i18n/error-text.ts';
import { isolated } from '../../../../lib/format/formats.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Actions } from '../../../../ui/layout/actions.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import { type BulkOutcome, canRetry, isDone } from '../../rules/bulk-run.ts';
import type { BulkTask } from './use-bulk.ts';

function useReason(): (outcome: BulkOutcome) => string {
  const { t } = useTranslation('worklist');
  const errorText = useErrorText();
  return ({ refusal, error }) => {
    if (refusal === null) return errorText(error);
    if (refusal.code === 'OWNER_CHANGED')
      return refusal.owner === null
        ? t('owner.releasedSince')
        : t('owner.changed', { name: isolated(refusal.owner.name) });
    return refusal.status?.code === 'RETIREE' ? t('refusal.withdrawn') : refusal.message;
  };
}

/** Successes, and each failure with its reason; failures that a retry may solve can be repeated. */
export function BulkResult({
  kind,
  outcomes,
  isRunning,
  onRetry,
  onClose,
}: {
  kind: BulkTask['kind'];
  outcomes: readonly BulkOutcome[];
  isRunning: boolean;
  onRetry: (rows: readonly BulkOutcome['row'][]) => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation(['bulk', 'worklist']);
  const reason = useReason();
  const left = outcomes.filter((one) => !isDone(one));
  const again = left.filter(canRetry).map(({ row }) => row);
  const done = outcomes.length - left.length;
  return (
    <>
      <Banner tone="warning" live title={t('result.left', { count: left.length })}>
        {done === 0 ? undefined : t(`done.${kind}`, { count: done })}
      </Banner>
      <Stack component="ul" gap={8} mah="40vh" style={{ overflowY: 'auto' }}>
        {left.map((outcome) => {
          const { row } = outcome;
          return (
            <li key={row.processingStepId}>
              <Link to={places.stepFile(row.id, row.processingStepId ?? 0)}>
                <LtrText>{row.numRequest}</LtrText>
              </Link>{' '}
              <bdi>{row.beneficiary.name}</bdi>
              <p className={layout['muted']}>{reason(outcome)}</p>
            </li>
          );
        })}
      </Stack>
      <Actions>
        <Button variant="default" disabled={isRunning} onClick={onClose}>
          {t('result.close')}
        </Button>
        {again.length === 0 ? null : (
          <Button loading={isRunning} onClick={() => onRetry(again)}>
            {t('result.retry', { count: again.length })}
          </Button>
        )}
      </Actions>
    </>
  );
}

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../i18n/error-text.ts';
import { ApiError } from '../../../lib/http.ts';
import { Banner } from '../../../ui/banner.tsx';
import { faultBoxes, faultCount } from './fault-boxes.ts';
import { FaultList } from './fault-list.tsx';

export type Outcome =
  | {
      readonly kind: 'done';
      readonly imported: number;
      /** What the server says of it, line by line. */
      readonly messages: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'cancelled' };

/** What became of an import. */
export function ImportOutcome({
  outcome,
  onAgain,
}: {
  outcome: Outcome;
  /** Imports a file that was imported before once more. */
  onAgain: () => void;
}) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  if (outcome.kind === 'cancelled') {
    return (
      <Banner tone="info" live>
        {t('cancelled')}
      </Banner>
    );
  }
  if (outcome.kind === 'done') {
    return (
      <Banner tone="success" title={t('done')} live>
        <p>{t('imported', { count: outcome.imported })}</p>
        {outcome.messages.map((message) => (
          <p key={message} dir="auto">
            {message}
          </p>
        ))}
      </Banner>
    );
  }
  const { error } = outcome;
  if (error instanceof ApiError && error.code === 'ALREADY_IMPORTED') {
    return (
      <Banner tone="warning" title={errorText(error)} live>
        <p>{t('againText')}</p>
        <Button variant="default" mt="xs" onClick={onAgain}>
          {t('again')}
        </Button>
      </Banner>
    );
  }
  const boxes = error instanceof ApiError ? faultBoxes(error.errors) : [];
  if (boxes.length === 0) {
    return (
      <Banner tone="error" live>
        {errorText(error)}
      </Banner>
    );
  }
  const count = faultCount(error instanceof ApiError ? error.details : undefined, boxes);
  return (
    <>
      <Banner tone="error" title={errorText(error)} live>
        <p>{t('faultCount', { count })}</p>
      </Banner>
      <FaultList boxes={boxes} />
    </>
  );
}

import { useErrorText } from '../i18n/error-text.ts';
import { refreshAll } from '../lib/http/refresh.ts';
import { Banner } from './banner.tsx';
import { useMissingRecord } from './use-missing-record.ts';

/** Shows the error of a call; nothing without an error. */
export function FailureBanner({ failure }: { failure: unknown }) {
  const errorText = useErrorText();
  useMissingRecord(failure, refreshAll);
  if (failure === null) return null;
  return (
    <Banner tone="error" live>
      {errorText(failure)}
    </Banner>
  );
}

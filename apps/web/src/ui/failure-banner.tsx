import { useErrorText } from '../i18n/error-text.ts';
import { Banner } from './banner.tsx';

/** Says why a call failed, as soon as it did; nothing while none has. */
export function FailureBanner({ failure }: { failure: unknown }) {
  const errorText = useErrorText();
  if (failure === null) return null;
  return (
    <Banner tone="error" live>
      {errorText(failure)}
    </Banner>
  );
}

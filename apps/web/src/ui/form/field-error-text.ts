import { issueKey } from '@wasl/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The words for a faulty field, from what the form library holds: our key, or a kind of fault. */
export function useFieldErrorText(): (
  error: { type?: unknown; message?: unknown } | undefined,
) => string | undefined {
  const { t } = useTranslation('words');
  return useCallback(
    (error) => {
      if (error === undefined) return undefined;
      const message = typeof error.message === 'string' ? error.message : '';
      // Faults found by the server arrive in words already.
      if (error.type === 'server' && message !== '') return message;
      const code = typeof error.type === 'string' ? error.type : 'custom';
      return t(`validation.${issueKey({ code, message } as Parameters<typeof issueKey>[0])}`);
    },
    [t],
  );
}

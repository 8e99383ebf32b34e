import { issueKey } from '@wasl/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns the text of a field's error, from a message key or an issue kind. */
export function useFieldErrorText(): (
  error: { type?: unknown; message?: unknown } | undefined,
) => string | undefined {
  const { t } = useTranslation('words');
  return useCallback(
    (error) => {
      if (error === undefined) return undefined;
      const message = typeof error.message === 'string' ? error.message : '';
      // Errors from the server are already texts.
      if (error.type === 'server' && message !== '') return message;
      const code = typeof error.type === 'string' ? error.type : 'custom';
      return t(`validation.${issueKey({ code, message } as Parameters<typeof issueKey>[0])}`);
    },
    [t],
  );
}

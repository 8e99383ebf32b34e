import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

import { ApiError } from '../lib/http/http.ts';
import { MissingFile } from '../lib/http/new-version.ts';

/** Text of a failed call: the server's message, or the client's own without an answer. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['common', 'words', 'layout']);
  return useCallback(
    (error) => {
      if (error instanceof MissingFile) return t('layout:version.ready');
      if (error instanceof ApiError) {
        if (error.message !== '') return error.message;
        if (error.code === 'NETWORK') return t('errors.network');
      }
      return t('words:errors.INTERNAL');
    },
    [t],
  );
}

import { createContext, useContext, useEffect } from 'react';

import { useErrorText } from '../i18n/error-text.ts';
import { isNotFound } from '../lib/http/http.ts';
import { refreshAll } from '../lib/http/refresh.ts';
import { notify } from './notify.ts';

/** The surrounding dialog; null on a page. */
export const ModalContext = createContext<{
  readonly opened: boolean;
  /** Closes it without a question, together with the dialog that opened it: both show the same record. */
  readonly close: () => void;
} | null>(null);

/**
 * Handles a call whose record is gone. A dialog shows a notice, closes and reloads the page's data.
 * @param onPage replaces this on a page
 */
export function useMissingRecord(error: unknown, onPage?: () => unknown): void {
  const modal = useContext(ModalContext);
  const errorText = useErrorText();
  // A closing dialog has already handled it.
  const shouldHandle = isNotFound(error) && modal?.opened !== false;
  useEffect(() => {
    if (!shouldHandle) return;
    if (modal === null) {
      onPage?.();
      return;
    }
    notify.error(errorText(error));
    modal.close();
    void refreshAll();
  }, [shouldHandle]); // eslint-disable-line react-hooks/exhaustive-deps -- once, when it is known
}

import { createContext, useContext, useEffect } from 'react';

import { useErrorText } from '../i18n/error-text.ts';
import { isGone } from '../lib/http/http.ts';
import { refreshAll } from '../lib/http/refresh.ts';
import { notify } from './notify.ts';

/** The dialog around; null on a page. */
export const ModalContext = createContext<{
  readonly opened: boolean;
  /** Closes it without a question, and the dialog that it was opened in: both are about the same thing. */
  readonly close: () => void;
} | null>(null);

/**
 * A call found that its thing is gone. A dialog says it, closes and has the page read again.
 * @param onPage what happens on a page instead
 */
export function useGone(error: unknown, onPage?: () => unknown): void {
  const modal = useContext(ModalContext);
  const errorText = useErrorText();
  // A dialog that is closing has done this.
  const isNews = isGone(error) && modal?.opened !== false;
  useEffect(() => {
    if (!isNews) return;
    if (modal === null) {
      onPage?.();
      return;
    }
    notify.error(errorText(error));
    modal.close();
    void refreshAll();
  }, [isNews]); // eslint-disable-line react-hooks/exhaustive-deps -- once, when it is known
}

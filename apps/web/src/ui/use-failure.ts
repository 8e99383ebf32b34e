import { useCallback, useState } from 'react';

import { useErrorText } from '../i18n/error-text.ts';
import { hasFieldFaults, isNotFound } from '../lib/http/http.ts';
import { refreshAll } from '../lib/http/refresh.ts';
import { notify } from './notify.ts';

type Attempt = (work: () => Promise<unknown>) => Promise<void>;

/** Shows the error of a call. When its record is gone, the page is loaded again. */
export function useFailure(): (error: unknown) => void {
  const errorText = useErrorText();
  return useCallback(
    (error) => {
      notify.error(errorText(error));
      if (isNotFound(error)) void refreshAll();
    },
    [errorText],
  );
}

/** Variant for forms: field errors are thrown again, so that the form shows them. */
export function useFormFailure(): (error: unknown) => void {
  const fail = useFailure();
  return (error) => {
    fail(error);
    if (hasFieldFaults(error)) throw error;
  };
}

export function useAttempt(): Attempt {
  const fail = useFailure();
  return (work) => work().then(() => undefined, fail);
}

/** Variant for forms: field errors are thrown again, so that the form shows them. */
export function useFormAttempt(): Attempt {
  const fail = useFormFailure();
  return (work) => work().then(() => undefined, fail);
}

/** Runs an action and returns its error until the next attempt, to show it in place. */
export function useShownAttempt() {
  const [failure, setFailure] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const attempt: Attempt = async (work) => {
    setFailure(null);
    setRunning(true);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return { failure, isRunning, attempt, forget: () => setFailure(null) };
}

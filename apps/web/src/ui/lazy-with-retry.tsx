import { Button } from '@mantine/core';
import {
  type ComponentType,
  createContext,
  createElement,
  // eslint-disable-next-line no-restricted-imports -- the one place that retries
  lazy,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';

import { toNetworkError } from '../lib/http/http.ts';
import { reloadForNewBuild } from '../lib/http/load-chunks.ts';
import { waitBeforeRetry } from '../lib/http/wait-before-retry.ts';
import { MissingFile } from '../lib/http/new-version.ts';
import { loadNewVersion } from '../lib/http/use-new-version.ts';
import { EmptyState, ErrorState } from './states.tsx';
import { useFailure } from './use-failure.ts';

/** Milliseconds before an automatic retry. */
const retryPauseMs = 30_000;

interface RetryActions {
  readonly retry: () => void;
  /** Discards the failed load, so that the next use requests it again. */
  readonly discard: () => void;
}

const RetryContext = createContext<RetryActions>({
  retry: () => undefined,
  discard: () => undefined,
});

interface DialogLikeProps {
  readonly opened?: boolean;
  readonly onClose?: () => void;
}

/** Shown in place of a failed part. A dialog shows a notice and closes; its next use retries. */
function LoadFailure({
  error,
  isQuiet,
  props,
}: {
  error: unknown;
  isQuiet: boolean;
  props: DialogLikeProps;
}) {
  const { t } = useTranslation('layout');
  const { retry, discard } = useContext(RetryContext);
  const fail = useFailure();
  const { opened: isOpen = true, onClose } = props;
  const isMissing = error instanceof MissingFile;
  const isNextUse = useRef(!isOpen);
  const latest = useRef({ fail, onClose, retry, discard });
  useEffect(() => {
    latest.current = { fail, onClose, retry, discard };
  });
  useEffect(() => () => latest.current.discard(), []);
  useEffect(() => {
    if (!isOpen) isNextUse.current = true;
    else if (isNextUse.current) latest.current.retry();
    else if (!(isMissing && reloadForNewBuild()) && latest.current.onClose !== undefined) {
      latest.current.fail(error);
      latest.current.onClose();
    }
  }, [error, isMissing, isOpen]);
  useEffect(() => {
    if (isMissing) return undefined;
    const waiting = new AbortController();
    void waitBeforeRetry(retryPauseMs, waiting.signal).then(() => {
      if (!waiting.signal.aborted) latest.current.retry();
    });
    return () => waiting.abort();
  }, [isMissing]);
  if (isQuiet || onClose !== undefined) return null;
  return isMissing ? (
    <EmptyState
      title={t('version.ready')}
      action={<Button onClick={() => void loadNewVersion()}>{t('version.take')}</Button>}
    />
  ) : (
    <ErrorState error={error} onRetry={retry} />
  );
}

/**
 * React's `lazy` with retries: a failed load is requested again at the next use, after a pause, and when the connection
 * is back. A page shows the error; a dialog shows it as a notice and leaves its page as it was.
 * @param failureMode `quiet` for optional parts: they show nothing until they are loaded
 */
export function lazyWithRetry<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  failureMode: 'shown' | 'quiet' = 'shown',
): ComponentType<P> {
  const createLazy = () =>
    // The type of lazy components does not support generic props.
    lazy(() =>
      load().catch((cause: unknown) => ({
        default: (props: P) => (
          <LoadFailure
            error={toNetworkError(cause)}
            isQuiet={failureMode === 'quiet'}
            props={props}
          />
        ),
      })),
    ) as unknown as ComponentType<P>;
  // React caches the result of a lazy component, so each attempt needs a new one.
  let current = createLazy();
  return function Late(props: P) {
    const [Shown, setShown] = useState(() => current);
    const actions = useMemo(() => {
      const discard = () => {
        if (current === Shown) current = createLazy();
      };
      const retry = () => {
        discard();
        setShown(() => current);
      };
      return { retry, discard };
    }, [Shown]);
    return <RetryContext value={actions}>{createElement(Shown, props)}</RetryContext>;
  };
}

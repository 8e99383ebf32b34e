import { Button } from '@mantine/core';
import {
  type ComponentType,
  createContext,
  createElement,
  // eslint-disable-next-line no-restricted-imports -- the one place that asks again
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
const pauseMs = 30_000;

interface Ways {
  readonly again: () => void;
  /** Discards the failed load, so that the next use requests it again. */
  readonly forget: () => void;
}

const WaysContext = createContext<Ways>({ again: () => undefined, forget: () => undefined });

interface LikeDialog {
  readonly opened?: boolean;
  readonly onClose?: () => void;
}

/** Shown in place of a failed part. A dialog shows a notice and closes; its next use retries. */
function Lost({ error, isQuiet, props }: { error: unknown; isQuiet: boolean; props: LikeDialog }) {
  const { t } = useTranslation('layout');
  const { again, forget } = useContext(WaysContext);
  const fail = useFailure();
  const { opened: isOpen = true, onClose } = props;
  const isMissing = error instanceof MissingFile;
  const isNextUse = useRef(!isOpen);
  const latest = useRef({ fail, onClose, again, forget });
  useEffect(() => {
    latest.current = { fail, onClose, again, forget };
  });
  useEffect(() => () => latest.current.forget(), []);
  useEffect(() => {
    if (!isOpen) isNextUse.current = true;
    else if (isNextUse.current) latest.current.again();
    else if (!(isMissing && reloadForNewBuild()) && latest.current.onClose !== undefined) {
      latest.current.fail(error);
      latest.current.onClose();
    }
  }, [error, isMissing, isOpen]);
  useEffect(() => {
    if (isMissing) return undefined;
    const waiting = new AbortController();
    void waitBeforeRetry(pauseMs, waiting.signal).then(() => {
      if (!waiting.signal.aborted) latest.current.again();
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
    <ErrorState error={error} onRetry={again} />
  );
}

/**
 * React's `lazy` with retries: a failed load is requested again at the next use, after a pause, and when the connection
 * is back. A page shows the error; a dialog shows it as a notice and leaves its page as it was.
 * @param how `quiet` for optional parts: they show nothing until they are loaded
 */
export function late<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  how: 'told' | 'quiet' = 'told',
): ComponentType<P> {
  const begin = () =>
    // The type of lazy components does not support generic props.
    lazy(() =>
      load().catch((cause: unknown) => ({
        default: (props: P) => (
          <Lost error={toNetworkError(cause)} isQuiet={how === 'quiet'} props={props} />
        ),
      })),
    ) as unknown as ComponentType<P>;
  // React caches the result of a lazy component, so each attempt needs a new one.
  let current = begin();
  return function Late(props: P) {
    const [Shown, setShown] = useState(() => current);
    const ways = useMemo(() => {
      const forget = () => {
        if (current === Shown) current = begin();
      };
      const again = () => {
        forget();
        setShown(() => current);
      };
      return { again, forget };
    }, [Shown]);
    return <WaysContext value={ways}>{createElement(Shown, props)}</WaysContext>;
  };
}

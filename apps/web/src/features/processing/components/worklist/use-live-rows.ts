import type { WorklistRow } from '@wasl/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { useUnread } from '../../../../domain/notices/use-unread.ts';
import { usePollingInterval } from '../../../../lib/http/polling-interval.ts';
import { onRefreshAll } from '../../../../lib/http/refresh.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { updateRowsInPlace } from '../../rules/live-rows.ts';

/** Milliseconds between polls for changes without the change stream; a hidden page does not poll. */
const everyMs = 20_000;

type Rows = readonly WorklistRow[];

/** Whether the pointer or the focus is in the list, or one of its dialogs is open. */
function isInUse(list: HTMLElement | null): boolean {
  return (
    list?.matches(':hover, :focus-within') === true ||
    document.querySelector('[role=dialog]:not([popover])') !== null
  );
}

/**
 * Rows that refresh when a step of the organisation or an unread count changes. Rows in use are updated in place: no
 * row is added, removed or moved until the user asks for it or leaves the list.
 */
export function useLiveRows({
  fresh,
  question,
  list,
  reload,
}: {
  /** Last answer of the server. */
  fresh: Rows | undefined;
  /** Identifies the request: another page, filter or sort is shown at once. */
  question: string;
  list: RefObject<HTMLElement | null>;
  reload: () => Promise<unknown>;
}): {
  readonly rows: Rows | undefined;
  /** The server's list differs from the shown rows. */
  readonly hasChanged: boolean;
  /** A background refresh is running. */
  readonly isQuiet: boolean;
  readonly show: () => void;
  /** Reloads and shows the list after the user's own action, even while in use. */
  readonly reloadAfterOwnAction: () => Promise<void>;
} {
  const { data, reload: reloadMark } = useEndpoint(
    'getWorklistMark',
    {},
    { refreshInterval: usePollingInterval(everyMs), revalidateOnFocus: true, isQuiet: true },
  );
  const { isKnown, notices } = useUnread();
  const changeMark = data === undefined || !isKnown ? undefined : `${data.mark} ${String(notices)}`;
  const [frozen, setFrozen] = useState<{ readonly question: string; readonly rows: Rows } | null>(
    null,
  );
  const [isQuiet, setQuiet] = useState(false);
  const lastMark = useRef<string>(undefined);
  const latest = useRef({ fresh, question, reload });
  // Number of running reloads after own actions: their change events do not count as news.
  const ownReloads = useRef(0);
  useEffect(() => {
    latest.current = { fresh, question, reload };
  });

  useEffect(() => {
    const before = lastMark.current;
    lastMark.current = changeMark ?? before;
    if (changeMark === undefined || before === undefined || before === changeMark) return;
    const now = latest.current;
    // A change during a reload after an own action belongs to that action, and so do those during its own reload:
    // frozen now, the list would show the rows from before the action.
    const isOwn = ownReloads.current > 0;
    const read = async () => {
      if (!isOwn && isInUse(list.current) && now.fresh !== undefined) {
        const rows = now.fresh;
        setFrozen((old) =>
          old?.question === now.question ? old : { question: now.question, rows },
        );
      }
      setQuiet(true);
      if (isOwn) ownReloads.current += 1;
      await now.reload().finally(() => {
        setQuiet(false);
        if (isOwn) ownReloads.current -= 1;
      });
    };
    void read();
  }, [changeMark, list]);

  const isFrozen = frozen?.question === question;
  useEffect(() => {
    if (!isFrozen) return;
    const timer = setInterval(() => {
      if (!isInUse(list.current)) setFrozen(null);
    }, everyMs);
    return () => clearInterval(timer);
  }, [isFrozen, list]);

  const show = () => setFrozen(null);
  const showAfter = async (reading: Promise<unknown>) => {
    ownReloads.current += 1;
    try {
      await reading;
    } finally {
      ownReloads.current -= 1;
      show();
    }
  };
  // Reloads the mark too, so that the change event of this action is already known.
  const reloadAfterOwnAction = () => showAfter(Promise.all([reload(), reloadMark()]));
  const latestShowAfter = useRef(showAfter);
  useEffect(() => {
    latestShowAfter.current = showAfter;
  });
  useEffect(() => onRefreshAll((reading) => latestShowAfter.current(reading)), []);
  const isUnfrozen = !isFrozen || fresh === undefined;
  const { rows, isSame } = isUnfrozen
    ? { rows: fresh, isSame: true }
    : updateRowsInPlace(frozen.rows, fresh);
  return { rows, hasChanged: !isSame, isQuiet, show, reloadAfterOwnAction };
}

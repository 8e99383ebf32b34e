import type { WorklistRow } from '@wasl/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { useUnread } from '../../../../domain/notices/use-unread.ts';
import { useEvery } from '../../../../lib/http/live.ts';
import { onRefreshAll } from '../../../../lib/http/refresh.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { rowsInPlace } from '../../rules/live-rows.ts';

/** How often the list asks whether anything has changed, where the server does not tell; not while the page is hidden. */
const everyMs = 20_000;

type Rows = readonly WorklistRow[];

/** Whether somebody points at the list, is in it with the keyboard, or has a dialog of it open. */
function isInUse(list: HTMLElement | null): boolean {
  return (
    list?.matches(':hover, :focus-within') === true ||
    document.querySelector('[role=dialog]:not([popover])') !== null
  );
}

/**
 * The rows, read again when a step of the organisation or what waits to be read has changed. Rows that are in use change in
 * their place: none comes, goes or moves under a finger, a focus or a menu until one asks for it or has left the list.
 */
export function useLiveRows({
  fresh,
  question,
  list,
  reload,
}: {
  /** As the server gave them last. */
  fresh: Rows | undefined;
  /** What was asked for: another page, filter or sort is shown as it comes. */
  question: string;
  list: RefObject<HTMLElement | null>;
  reload: () => Promise<unknown>;
}): {
  readonly rows: Rows | undefined;
  /** The list is another one by now than what is shown. */
  readonly hasChanged: boolean;
  /** It reads again by itself: nothing that one waits for. */
  readonly isQuiet: boolean;
  readonly show: () => void;
  /** After something was done here: reads again and shows what there is, whatever is in use. */
  readonly showOwn: () => Promise<void>;
} {
  const { data, reload: reloadMark } = useEndpoint(
    'getWorklistMark',
    {},
    { refreshInterval: useEvery(everyMs), revalidateOnFocus: true, isQuiet: true },
  );
  const { isKnown, notices } = useUnread();
  const sign = data === undefined || !isKnown ? undefined : `${data.mark} ${String(notices)}`;
  const [held, setHeld] = useState<{ readonly question: string; readonly rows: Rows } | null>(null);
  const [isQuiet, setQuiet] = useState(false);
  const seen = useRef<string>(undefined);
  const latest = useRef({ fresh, question, reload });
  // How many changes of one's own are being read: the news that they make hold nothing back.
  const own = useRef(0);
  useEffect(() => {
    latest.current = { fresh, question, reload };
  });

  useEffect(() => {
    const before = seen.current;
    seen.current = sign ?? before;
    if (sign === undefined || before === undefined || before === sign) return;
    const now = latest.current;
    const read = async () => {
      if (own.current === 0 && isInUse(list.current) && now.fresh !== undefined) {
        const rows = now.fresh;
        setHeld((old) => (old?.question === now.question ? old : { question: now.question, rows }));
      }
      setQuiet(true);
      await now.reload().finally(() => setQuiet(false));
    };
    void read();
  }, [sign, list]);

  const isHeld = held?.question === question;
  useEffect(() => {
    if (!isHeld) return;
    const timer = setInterval(() => {
      if (!isInUse(list.current)) setHeld(null);
    }, everyMs);
    return () => clearInterval(timer);
  }, [isHeld, list]);

  const show = () => setHeld(null);
  const showOwn = async () => {
    own.current += 1;
    try {
      // With the mark, so that the news of it, told before or later, is known by then.
      await Promise.all([reload(), reloadMark()]);
    } finally {
      own.current -= 1;
      show();
    }
  };
  const latestShow = useRef(showOwn);
  useEffect(() => {
    latestShow.current = showOwn;
  });
  useEffect(() => onRefreshAll(() => latestShow.current()), []);
  const isAsGiven = !isHeld || fresh === undefined;
  const { rows, isSame } = isAsGiven
    ? { rows: fresh, isSame: true }
    : rowsInPlace(held.rows, fresh);
  return { rows, hasChanged: !isSame, isQuiet, show, showOwn };
}

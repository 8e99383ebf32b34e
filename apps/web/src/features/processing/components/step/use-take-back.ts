import type { WorklistRow } from '@wasl/contracts';
import { useEffect, useState } from 'react';

/** Milliseconds between updates of the remaining time. */
const everyMs = 5000;

/** Remaining whole minutes for undoing the closing of a row, rounded up; null when not possible. */
export function useTakeBack({ takeBackSeconds: seconds }: WorklistRow): number | null {
  const [received, setReceived] = useState({ seconds, at: 0 });
  const [now, setNow] = useState(0);
  // The row was reloaded: restart the countdown.
  if (received.seconds !== seconds) setReceived({ seconds, at: now });
  const left = seconds === null ? 0 : seconds - (now - received.at) / 1000;
  const isOpen = left > 0;
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => setNow((before) => before + everyMs), everyMs);
    return () => clearInterval(timer);
  }, [isOpen]);
  return isOpen ? Math.ceil(left / 60) : null;
}

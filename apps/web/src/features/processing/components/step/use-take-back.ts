import type { WorklistRow } from '@wasl/contracts';
import { useEffect, useState } from 'react';

/** How often the minutes that are left are looked at, in milliseconds. */
const everyMs = 5000;

/** Whole minutes for which the closing of a row can still be taken back, rounded up; null where there is none, or no more. */
export function useTakeBack({ takeBackSeconds: seconds }: WorklistRow): number | null {
  const [told, setTold] = useState({ seconds, at: 0 });
  const [now, setNow] = useState(0);
  // The row was read again: it counts from there.
  if (told.seconds !== seconds) setTold({ seconds, at: now });
  const left = seconds === null ? 0 : seconds - (now - told.at) / 1000;
  const isOpen = left > 0;
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => setNow((before) => before + everyMs), everyMs);
    return () => clearInterval(timer);
  }, [isOpen]);
  return isOpen ? Math.ceil(left / 60) : null;
}

import { presenceEverySeconds } from '@wasl/contracts';
import { useEffect, useState } from 'react';

import { call } from '../../../lib/api-client.ts';

/** Says that the reader has the file of a step open, as long as it is in sight; the names of the colleagues who have too. */
export function usePresence(stepId: number): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const input = { params: { stepId } };
    let isHere = true;
    const say = async () => {
      if (document.visibilityState === 'hidden') return;
      // Nothing depends on it: what could not be said now is said the next time.
      const answer = await call('markPresence', input, { isQuiet: true }).catch(() => null);
      if (isHere && answer !== null) setNames(answer.data.others.map(({ name }) => name));
    };
    const leave = () => {
      void call('leavePresence', input, { isQuiet: true, keepalive: true }).catch(() => null);
    };
    const again = () => void say();
    void say();
    const timer = setInterval(again, presenceEverySeconds * 1000);
    document.addEventListener('visibilitychange', again);
    window.addEventListener('pagehide', leave);
    return () => {
      isHere = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [stepId]);
  return names;
}

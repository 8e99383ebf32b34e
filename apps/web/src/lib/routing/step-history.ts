import { useCallback, useEffect, useRef } from 'react';

interface TrailState {
  /** Steps visited up to this entry, the entry's own last. */
  readonly trail?: readonly number[];
}

const stateNow = () => (window.history.state as TrailState | null) ?? {};

/**
 * Adds a history entry for each step of a form, so that Back returns to the previous step.
 * @param show called when the browser navigates to another step
 */
export function useStepHistory(step: number, show: (step: number) => void): void {
  const trail = useRef<readonly number[]>([step]);
  const latest = useRef({ step, show });
  // `history.go` takes effect later. Meanwhile the form may show another step, which must not be undone.
  const isGoing = useRef(false);
  useEffect(() => {
    latest.current = { step, show };
  });

  const follow = useCallback(() => {
    const next = latest.current.step;
    const here = trail.current.at(-1) ?? next;
    if (isGoing.current || next === here) return;
    const behind = trail.current.lastIndexOf(next);
    if (behind >= 0) {
      isGoing.current = true;
      window.history.go(behind + 1 - trail.current.length);
    } else if (next > here) {
      // One entry per skipped step, so that Back still visits each step.
      for (let one = here + 1; one <= next; one += 1) {
        trail.current = [...trail.current, one];
        window.history.pushState({ ...stateNow(), trail: trail.current }, '');
      }
    } else {
      trail.current = [...trail.current.filter((one) => one < next), next];
      window.history.replaceState({ ...stateNow(), trail: trail.current }, '');
    }
  }, []);

  useEffect(() => {
    const { pathname } = window.location;
    window.history.replaceState({ ...stateNow(), trail: trail.current }, '');
    const onPop = () => {
      const isOwn = isGoing.current;
      isGoing.current = false;
      const there = stateNow().trail;
      if (there === undefined || window.location.pathname !== pathname) return;
      trail.current = there;
      const last = there.at(-1);
      if (isOwn) follow();
      else if (last !== undefined) latest.current.show(last);
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [follow]);

  useEffect(follow, [step, follow]);
}

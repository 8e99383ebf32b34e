import { useEffect, useRef } from 'react';

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
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });

  useEffect(() => {
    const { pathname } = window.location;
    window.history.replaceState({ ...stateNow(), trail: trail.current }, '');
    const onPop = () => {
      const there = stateNow().trail;
      if (there === undefined || window.location.pathname !== pathname) return;
      trail.current = there;
      const last = there.at(-1);
      if (last !== undefined) latest.current(last);
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);

  useEffect(() => {
    const here = trail.current.at(-1) ?? step;
    if (step === here) return;
    const behind = trail.current.lastIndexOf(step);
    if (behind >= 0) {
      window.history.go(behind + 1 - trail.current.length);
    } else if (step > here) {
      // One entry per skipped step, so that Back still visits each step.
      for (let next = here + 1; next <= step; next += 1) {
        trail.current = [...trail.current, next];
        window.history.pushState({ ...stateNow(), trail: trail.current }, '');
      }
    } else {
      trail.current = [...trail.current.filter((one) => one < step), step];
      window.history.replaceState({ ...stateNow(), trail: trail.current }, '');
    }
  }, [step]);
}

import { type RefObject, useEffect, useRef } from 'react';

/** Ref of a step's title. The title receives the focus when the step changes, but not when the form opens. */
export function useStepTitle(step: number): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    title.current?.focus();
  }, [step]);
  return title;
}

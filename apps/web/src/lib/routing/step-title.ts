import { type RefObject, useEffect, useRef } from 'react';

/** The title of a form's step: it takes the focus when the step changes, and not when the form opens. */
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

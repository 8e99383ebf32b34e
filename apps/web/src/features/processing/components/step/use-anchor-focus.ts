import type { StepFilePart } from '@wasl/contracts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Props of a heading that `#name` of an address leads to: it takes the focus. */
export function useAnchorFocus(...names: readonly StepFilePart[]) {
  const { hash, key } = useLocation();
  const element = useRef<HTMLHeadingElement>(null);
  const isTarget = names.some((name) => hash === `#${name}`);
  useEffect(() => {
    if (!isTarget) return;
    element.current?.scrollIntoView({ block: 'start' });
    // A field of the part may have taken the focus already.
    if (element.current?.parentElement?.contains(document.activeElement) === true) return;
    element.current?.focus({ preventScroll: true });
  }, [isTarget, key]);
  return names.length === 0 ? {} : { ref: element, tabIndex: -1 };
}

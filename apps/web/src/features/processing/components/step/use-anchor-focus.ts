import type { StepFilePart } from '@wasl/contracts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Props of a heading that `#name` of an address leads to: it takes the focus. */
export function useAnchorFocus(...names: readonly StepFilePart[]) {
  const { hash } = useLocation();
  const element = useRef<HTMLHeadingElement>(null);
  const isTarget = names.some((name) => hash === `#${name}`);
  useEffect(() => {
    if (!isTarget) return;
    element.current?.scrollIntoView({ block: 'start' });
    element.current?.focus({ preventScroll: true });
  }, [isTarget]);
  return names.length === 0 ? {} : { ref: element, tabIndex: -1 };
}

import type { StepFilePart } from '@wasl/contracts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Props of a heading that `#name` in an address leads to: it takes the focus. */
export function useAnchorFocus(name: StepFilePart | undefined) {
  const { hash } = useLocation();
  const element = useRef<HTMLHeadingElement>(null);
  const isTarget = name !== undefined && hash === `#${name}`;
  useEffect(() => {
    if (!isTarget) return;
    element.current?.scrollIntoView({ block: 'start' });
    element.current?.focus({ preventScroll: true });
  }, [isTarget]);
  return name === undefined ? {} : { ref: element, tabIndex: -1 };
}

import { createContext, useContext, useEffect, useRef } from 'react';

export interface Unsaved {
  readonly discard: (() => void) | undefined;
}

export type Report = (unsaved: Unsaved) => () => void;
export const UnsavedContext = createContext<Report | null>(null);

/** Makes the surrounding dialog ask before it closes with unsaved input. */
export function useUnsaved(isUnsaved: boolean, discard?: () => void): void {
  const report = useContext(UnsavedContext);
  const latest = useRef(discard);
  useEffect(() => {
    latest.current = discard;
  });
  useEffect(() => {
    if (!isUnsaved || report === null) return undefined;
    return report({
      discard: () => {
        latest.current?.();
      },
    });
  }, [isUnsaved, report]);
}

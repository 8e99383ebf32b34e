import { createContext, useContext, useEffect, useRef } from 'react';

/** What one form of a dialog holds that is saved nowhere. */
export interface Unsaved {
  /** When the person lets it go. */
  readonly discard: (() => void) | undefined;
}

export type Report = (unsaved: Unsaved) => () => void;
export const UnsavedContext = createContext<Report | null>(null);

/** Makes the dialog around ask before it closes: what it holds would be lost. */
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

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

interface TitleSlot {
  readonly title: string | null;
  readonly set: (title: string | null) => void;
}

const TitleContext = createContext<TitleSlot>({ title: null, set: () => undefined });

export function TitleProvider({ children }: { children: ReactNode }) {
  const [title, set] = useState<string | null>(null);
  const slot = useMemo(() => ({ title, set }), [title]);
  return <TitleContext value={slot}>{children}</TitleContext>;
}

/** Title set by the page, if any. */
export function useOwnTitle(): string | null {
  return useContext(TitleContext).title;
}

/** Replaces the title of the route, for instance with the number of a request. */
export function usePageTitle(title: string | undefined): void {
  const { set } = useContext(TitleContext);
  useEffect(() => {
    set(title ?? null);
    return () => set(null);
  }, [set, title]);
}

/** Moves the focus to the page's heading: after a navigation, or where the focused element is gone. */
export function focusHeading(): void {
  document.getElementById('page-heading')?.focus();
}

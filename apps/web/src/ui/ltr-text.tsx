import type { ReactNode } from 'react';

/** Keeps numbers, e-mails and codes left to right in Arabic. */
export function LtrText({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>;
}

import type { ReactNode } from 'react';

/** Numbers, e-mails, phone numbers and codes: left to right inside Arabic, untouched elsewhere. */
export function LtrText({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>;
}

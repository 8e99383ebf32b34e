import type { ReferenceParent } from '@wasl/contracts';

/** Reference list with the sections of each page, by address. */
export const pageLists = {
  '/help': 'PAGE_AIDE',
  '/comment-ca-marche': 'PAGE_FONCTIONNEMENT',
  '/questions': 'PAGE_QUESTIONS',
  '/contact': 'PAGE_CONTACT',
  '/legal': 'PAGE_MENTIONS',
  '/privacy': 'PAGE_CONFIDENTIALITE',
} as const satisfies Readonly<Record<string, ReferenceParent>>;

export const pageListAt = (pathname: string): ReferenceParent =>
  (pageLists as Readonly<Record<string, ReferenceParent>>)[pathname.replace(/\/$/, '')] ??
  'PAGE_AIDE';

import type { KeyScope } from '@wasl/contracts';

/** Catalogue key of each scope below `scope`: i18next reads a colon as a namespace. */
export const scopeWords = {
  'requests:read': 'readRequests',
  'documents:read': 'readDocuments',
  'progress:write': 'writeProgress',
  'statistics:read': 'readStatistics',
} as const satisfies Record<KeyScope, string>;

import type { KeyScope } from '@wasl/contracts';

/** The words of each scope, under `scope` of the catalogue: a colon would name another one. */
export const scopeWords = {
  'requests:read': 'readRequests',
  'documents:read': 'readDocuments',
  'progress:write': 'writeProgress',
  'statistics:read': 'readStatistics',
} as const satisfies Record<KeyScope, string>;

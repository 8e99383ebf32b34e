import type { RequestDocumentCode } from '@wasl/contracts';

const known: readonly RequestDocumentCode[] = [
  'BUSINESS_PLAN',
  'ILLUSTRATIVE_PRESENTATION',
  'DEFAULT_DOC',
  'ILLUSTRATIVE_VIDEO',
];

/** The codes that a refused submission names in its details. */
export function missingDocuments(details: unknown): readonly RequestDocumentCode[] {
  const named =
    typeof details === 'object' && details !== null && 'documents' in details
      ? details.documents
      : undefined;
  return Array.isArray(named) ? known.filter((code) => named.includes(code)) : [];
}

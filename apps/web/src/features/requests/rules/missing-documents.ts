import type { RequestDocumentCode } from '@wasl/contracts';

const known: readonly RequestDocumentCode[] = [
  'BUSINESS_PLAN',
  'ILLUSTRATIVE_PRESENTATION',
  'DEFAULT_DOC',
  'ILLUSTRATIVE_VIDEO',
];

function listedDocuments(details: unknown): readonly unknown[] {
  const listed =
    typeof details === 'object' && details !== null && 'documents' in details
      ? details.documents
      : undefined;
  return Array.isArray(listed) ? listed : [];
}

export function missingDocuments(details: unknown): readonly RequestDocumentCode[] {
  const named = listedDocuments(details);
  return known.filter((code) => named.includes(code));
}

export function infectedDocuments(details: unknown): readonly string[] {
  return listedDocuments(details).flatMap((document) =>
    typeof document === 'object' &&
    document !== null &&
    'originalName' in document &&
    typeof document.originalName === 'string'
      ? [document.originalName]
      : [],
  );
}

function listed(details: unknown, member: 'documents' | 'questions'): readonly unknown[] {
  if (typeof details !== 'object' || details === null) return [];
  const list: unknown = Object.entries(details).find(([name]) => name === member)?.[1];
  return Array.isArray(list) ? list : [];
}

/** Codes of the missing documents or unanswered questions of a refused submission. */
export function missingCodes(
  details: unknown,
  member: 'documents' | 'questions',
): readonly string[] {
  return listed(details, member).filter((code) => typeof code === 'string');
}

export function infectedDocuments(details: unknown): readonly string[] {
  return listed(details, 'documents').flatMap((document) =>
    typeof document === 'object' &&
    document !== null &&
    'originalName' in document &&
    typeof document.originalName === 'string'
      ? [document.originalName]
      : [],
  );
}

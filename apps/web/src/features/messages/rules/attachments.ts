export interface AttachedDocument {
  readonly filename: string;
  readonly originalName: string;
  /** Bytes. */
  readonly size: number;
}

export interface Attachments {
  readonly documents: readonly AttachedDocument[];
  /** The sender's own files; they are lost when the page is reloaded. */
  readonly files: readonly File[];
}

export const noAttachments: Attachments = { documents: [], files: [] };

export function hasAttachments({ documents, files }: Attachments): boolean {
  return documents.length + files.length > 0;
}

/**
 * Identity of an unsent message: a retry with the same text and files reuses the idempotency key. The signature of a
 * text without attachments is the text itself, as in drafts of earlier versions.
 */
export function messageSignature(body: string, attached: Attachments): string {
  if (!hasAttachments(attached)) return body;
  return JSON.stringify([
    body,
    attached.documents.map(({ filename }) => filename),
    attached.files.map(({ name, size, lastModified }) => [name, size, lastModified]),
  ]);
}

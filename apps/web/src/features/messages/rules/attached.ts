/** A document of the step or its request that goes along with a message. */
export interface AttachedDocument {
  readonly filename: string;
  readonly originalName: string;
  /** Bytes. */
  readonly size: number;
}

/** What goes along with a message. */
export interface Attached {
  readonly documents: readonly AttachedDocument[];
  /** Of one's own; they stay until the page is loaded again. */
  readonly files: readonly File[];
}

export const nothingAttached: Attached = { documents: [], files: [] };

export function isAnythingAttached({ documents, files }: Attached): boolean {
  return documents.length + files.length > 0;
}

/**
 * What tells one message from another before it is sent: tried again with the same it is the same message, and with
 * another file it is another. A text alone stands for itself, as in drafts of earlier versions.
 */
export function signatureOf(body: string, attached: Attached): string {
  if (!isAnythingAttached(attached)) return body;
  return JSON.stringify([
    body,
    attached.documents.map(({ filename }) => filename),
    attached.files.map(({ name, size, lastModified }) => [name, size, lastModified]),
  ]);
}

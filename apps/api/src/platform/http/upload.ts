/** Kind of a file by its content. */
export type FileKind = 'pdf' | 'image' | 'webp' | 'video' | 'csv' | 'xlsx';

/** A received file in the temporary folder. It is removed when the call ends, so store it to retain it. */
export interface Upload {
  readonly field: string;
  /** The sender's file name without folder and control characters, a picture's with its own extension; metadata only. */
  readonly originalName: string;
  /** Detected by content; null for an unknown kind. */
  readonly kind: FileKind | null;
  /** Media type of the content, such as `image/png`. */
  readonly mimeType: string;
  /** A PDF with scripts or attachments. */
  readonly hasActiveContent?: boolean;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Path of the file until the call ends. */
  readonly path: string;
}

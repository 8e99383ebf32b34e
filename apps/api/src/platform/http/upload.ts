/** What a file is by its content. */
export type FileKind = 'pdf' | 'image' | 'webp' | 'video' | 'csv' | 'xlsx';

/** A received file in the temporary folder; it is removed when the call ends, so store what must stay. */
export interface Upload {
  readonly field: string;
  /** The name the sender gave, without any folder and control characters; metadata only. */
  readonly originalName: string;
  /** Decided by content; null when it is none of the kinds we know. */
  readonly kind: FileKind | null;
  /** The media type that goes with the content, e.g. `image/png`. */
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Where the bytes are until the call ends. */
  readonly path: string;
}

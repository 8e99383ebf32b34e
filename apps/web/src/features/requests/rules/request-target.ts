import type { RequestView } from '@wasl/contracts';

/** The request that a dialog acts on. */
export interface RequestTarget extends Pick<RequestView, 'id' | 'numRequest'> {
  /** The organisation that filed the request. */
  readonly organisation?: string | null;
}

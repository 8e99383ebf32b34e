export interface QueuedFile {
  readonly code: string;
  readonly file: File;
  readonly status: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** Uploaded share, 0–1. */
  readonly progress: number;
  readonly error: unknown;
}

export type QueueAction =
  | { readonly type: 'put'; readonly code: string; readonly file: File | null }
  | { readonly type: 'start'; readonly code: string }
  | { readonly type: 'progress'; readonly code: string; readonly share: number }
  | { readonly type: 'done'; readonly code: string }
  | { readonly type: 'fail'; readonly code: string; readonly error: unknown }
  | { readonly type: 'cancel'; readonly code: string };

/** Reducer of the chosen files, one per kind of document, with their upload state. */
export function uploadQueue(
  queue: readonly QueuedFile[],
  action: QueueAction,
): readonly QueuedFile[] {
  if (action.type === 'put') {
    const others = queue.filter((item) => item.code !== action.code);
    if (action.file === null) return others;
    const fresh = { code: action.code, file: action.file, status: 'waiting', progress: 0 } as const;
    return [...others, { ...fresh, error: undefined }];
  }
  return queue.map((item) => (item.code === action.code ? advance(item, action) : item));
}

function advance(item: QueuedFile, action: Exclude<QueueAction, { type: 'put' }>): QueuedFile {
  switch (action.type) {
    case 'start':
      return { ...item, status: 'sending', progress: 0, error: undefined };
    case 'progress':
      return { ...item, progress: action.share };
    case 'done':
      return { ...item, status: 'done', progress: 1 };
    case 'fail':
      return { ...item, status: 'failed', error: action.error };
    case 'cancel':
      return { ...item, status: 'cancelled', progress: 0 };
  }
}

export function unsent(queue: readonly QueuedFile[]): readonly QueuedFile[] {
  return queue.filter((item) => item.status !== 'done');
}

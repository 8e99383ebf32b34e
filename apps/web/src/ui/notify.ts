import type { ReactNode } from 'react';

/** Duration of a notice, in milliseconds (docs/specification.md, portal §9). */
export const noticeDuration = { usual: 1300, account: 3000 } as const;

export interface Notice {
  readonly id: number;
  readonly tone: 'success' | 'error' | 'info';
  readonly text: ReactNode;
  /** Milliseconds; null until closed. */
  readonly duration: number | null;
}

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function show(tone: Notice['tone'], text: ReactNode, duration: number | null): void {
  lastId += 1;
  const others = notices.filter((notice) => notice.text !== text);
  replace([...others, { id: lastId, tone, text, duration }].slice(-3));
}

/** Short notices at the bottom of the page, announced by screen readers. */
export const notify = {
  success: (text: ReactNode, duration: number | null = noticeDuration.usual) => {
    show('success', text, duration);
  },
  /** An error stays until it is closed, in case the user looked away. */
  error: (text: string) => show('error', text, null),
  info: (text: string, duration: number = noticeDuration.usual) => show('info', text, duration),
};

export const noticeStore = {
  dismiss: (id: number) => replace(notices.filter((notice) => notice.id !== id)),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => notices,
};

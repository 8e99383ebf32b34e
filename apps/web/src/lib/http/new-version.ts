/** A file of this build that the server has no more: another build took its place. */
export class MissingFile extends Error {}

const listeners = new Set<() => void>();
let isThere = false;
/** Where files were last chosen: a draft has none, so that a reload would lose them. */
let filesAt: string | undefined;

/** Unsaved content of the page that the offer names. */
export type Offer = 'text' | 'files';

/** The build that a page is of; absent in development. */
export const ownBuild = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;

/** Says on every page that there is a new version. */
export function offerNewVersion(): void {
  isThere = true;
  for (const listener of listeners) listener();
}

/** Files were chosen in the page that is open. */
export function noteFiles(): void {
  filesAt = window.location.pathname;
}

/** Whether a new version is available, and its subscribers. */
export const newVersion = {
  offer: (): Offer | null =>
    isThere ? (filesAt === window.location.pathname ? 'files' : 'text') : null,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** A newer build replaced this one, and the server no longer has the file. */
export class MissingFile extends Error {}

const listeners = new Set<() => void>();
let isAvailable = false;
/** Path where files were last chosen. Drafts do not store files, so a reload would lose them. */
let chosenFilesPath: string | undefined;

/** Unsaved content of the page that the offer names. */
export type NewVersionOffer = 'text' | 'files';

/** Build of the page; absent in development. */
export const currentBuildId = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;

export function offerNewVersion(): void {
  isAvailable = true;
  for (const listener of listeners) listener();
}

export function noteChosenFiles(): void {
  chosenFilesPath = window.location.pathname;
}

export const newVersion = {
  offer: (): NewVersionOffer | null =>
    isAvailable ? (chosenFilesPath === window.location.pathname ? 'files' : 'text') : null,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

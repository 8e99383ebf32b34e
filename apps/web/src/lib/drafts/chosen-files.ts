import { draftKey, currentOwner } from './draft-store.ts';

const chosen = new Map<string, readonly File[]>();

/** Files chosen for a form and not yet sent. A draft cannot store files, so they last until the page is reloaded. */
export function chosenFiles(name: string): readonly File[] {
  return chosen.get(draftKey(name, currentOwner())) ?? [];
}

export function storeChosenFiles(name: string, files: readonly File[]): void {
  chosen.set(draftKey(name, currentOwner()), files);
}

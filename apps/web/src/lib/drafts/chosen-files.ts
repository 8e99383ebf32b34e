import { draftKey, presentOwner } from './draft-store.ts';

/** By the key of the draft that they belong to, which names their owner. */
const chosen = new Map<string, readonly File[]>();

/** Files that were chosen for a form and not sent. They stay until the page is loaded again: a draft cannot hold them. */
export function chosenFiles(name: string): readonly File[] {
  return chosen.get(draftKey(name, presentOwner())) ?? [];
}

export function keepChosen(name: string, files: readonly File[]): void {
  chosen.set(draftKey(name, presentOwner()), files);
}

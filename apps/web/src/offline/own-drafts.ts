import { currentSession, draftPrefix } from '../lib/session/session.ts';
import { deviceStore, tabStore } from '../lib/drafts/device-store.ts';
import type { WordKey } from './offline-texts.ts';

export interface OwnDraft {
  readonly name: string;
  readonly kind: WordKey;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Longest text in the form; '' when all texts are short. */
  readonly text: string;
}

const kinds: readonly (readonly [RegExp, WordKey])[] = [
  [/^request(?:-|$)/, 'drafts.request'],
  [/^simulator(?:-|$)/, 'drafts.simulation'],
  [/^survey$/, 'drafts.survey'],
  [/^profile$/, 'drafts.profile'],
];
/** Characters; a shorter text is a name or a code and does not identify the draft. */
const leastLetters = 12;

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Drafts of the signed-in person, newest first; empty without a session. */
export function ownDrafts(): readonly OwnDraft[] {
  const session = currentSession();
  if (session === null) return [];
  const own = `${draftPrefix}${session.email}:`;
  const keys = [tabStore, deviceStore].flatMap((store) => store.keys());
  return [...new Set(keys)]
    .filter((key) => key.startsWith(own))
    .flatMap((key) => {
      try {
        const stored = JSON.parse(tabStore.get(key) ?? deviceStore.get(key) ?? 'null') as {
          savedAt?: unknown;
          value?: unknown;
        } | null;
        if (typeof stored?.savedAt !== 'number') return [];
        const name = key.slice(own.length);
        const text = textsIn(stored.value).reduce(
          (longest, one) => (one.length > longest.length ? one : longest),
          '',
        );
        return [
          {
            name,
            kind: kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'drafts.other',
            savedAt: stored.savedAt,
            text: text.length < leastLetters ? '' : text,
          },
        ];
      } catch {
        return [];
      }
    })
    .sort((one, other) => other.savedAt - one.savedAt);
}

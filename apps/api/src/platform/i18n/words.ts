import { langs, loadMessages, type Lang, type Messages } from '@wasl/contracts';

/** The messages of every language, read once at start. */
export type Words = Readonly<Record<Lang, Messages>>;

export async function loadWords(): Promise<Words> {
  const pairs = await Promise.all(
    langs.map(async (lang) => [lang, await loadMessages(lang)] as const),
  );
  return Object.fromEntries(pairs) as Record<Lang, Messages>;
}

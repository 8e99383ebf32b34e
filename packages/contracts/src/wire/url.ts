/** A text read as an absolute address; null for what is none. `URL.canParse` is newer than the oldest browsers. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Short name of an organisation whose title is “CRI-TTA · Centre régional …”; the title itself without one. */
export function shortNameOf(title: string): string {
  return title.split(' · ')[0] ?? title;
}

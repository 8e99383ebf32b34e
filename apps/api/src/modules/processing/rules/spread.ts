/**
 * Gives each file to the receiver with the fewest files at that moment; the first of several.
 * @param receivers each with the number of files that they have
 */
export function spread<F>(
  files: readonly F[],
  receivers: readonly { readonly id: string; readonly files: number }[],
): { readonly file: F; readonly to: string }[] {
  const loads = receivers.map(({ id, files: count }) => ({ id, count }));
  const [first] = loads;
  if (first === undefined) return [];
  return files.map((file) => {
    const least = loads.reduce((a, b) => (b.count < a.count ? b : a), first);
    least.count += 1;
    return { file, to: least.id };
  });
}

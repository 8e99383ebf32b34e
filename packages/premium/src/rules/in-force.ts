/**
 * The rule set in force on a day: the latest `validFrom` that is not after it, null when none is.
 * Of two of the same day, the later in the list wins (list them in the order of entry).
 * `day` is YYYY-MM-DD; the caller brings the clock.
 */
export function inForce<T extends { validFrom: string }>(
  ruleSets: readonly T[],
  day: string,
): T | null {
  let found: T | null = null;
  for (const ruleSet of ruleSets) {
    if (ruleSet.validFrom > day) continue;
    if (found === null || ruleSet.validFrom >= found.validFrom) found = ruleSet;
  }
  return found;
}

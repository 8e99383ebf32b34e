/**
 * The rule set in force on a day: the latest `validFrom` that is not after it; null without one. Of two with the same
 * day, the later in the list wins, so list them in the order of insertion. `day` is YYYY-MM-DD.
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

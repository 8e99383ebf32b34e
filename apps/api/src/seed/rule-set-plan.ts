import { inForce, type RuleSet } from '@wasl/premium';
import { ruleSetSchema } from '@wasl/premium/schema';

import type { Db } from '../platform/database/db.ts';
import { noChanges, type AreaChanges } from './changes.ts';
import { leavesOf, memberChanges } from './member-changes.ts';
import { canonicalJson } from './seed-records.ts';

/** A stored rule set, with the number of simulations computed by it. */
export interface StoredRuleSet {
  readonly id: number;
  readonly ruleSet: RuleSet;
  readonly simulations: number;
}

/** The stored rule sets by date of entry into force. @throws ZodError for an invalid row */
export async function storedRuleSets(db: Db): Promise<StoredRuleSet[]> {
  const rows = await db.premiumRuleSet.findMany({
    orderBy: { id: 'asc' },
    include: { _count: { select: { simulations: true } } },
  });
  return rows.map(({ id, scheme, version, validFrom, source, rules, _count }) => ({
    id,
    ruleSet: ruleSetSchema.parse({
      scheme,
      version,
      validFrom: validFrom.toISOString().slice(0, 10),
      source,
      rules,
    }),
    simulations: _count.simulations,
  }));
}

export const nameOfRuleSet = ({ scheme, version }: RuleSet): string => `${scheme} ${version}`;

export interface RuleSetPlan {
  readonly added: RuleSet[];
  /** Ids of deleted rows: withdrawn sets, and sets that a corrected file replaces. */
  readonly removed: number[];
  /** The sets after the seed, by date of entry into force. */
  readonly afterwards: RuleSet[];
  readonly changes: AreaChanges;
  readonly faults: string[];
}

/** Figures that changed by a factor of ten. */
function figuresFarOff(before: RuleSet, after: RuleSet): string[] {
  const old = leavesOf(before.rules);
  return [...leavesOf(after.rules)].flatMap(([path, now]) => {
    const was = old.get(path);
    if (typeof was !== 'number' || typeof now !== 'number' || was === 0 || now === 0) return [];
    if (now / was < 10 && was / now < 10) return [];
    return [`rules.${path} is ${String(now)}, and was ${String(was)}: is it meant?`];
  });
}

/**
 * Compares the rule sets of the files with the stored ones. A set in force is never edited or deleted, because simulations name
 * the version that computed them. A future set is replaced by its corrected file, or withdrawn with it.
 * @param today the day in Morocco, YYYY-MM-DD
 */
export function planRuleSets(
  stored: readonly StoredRuleSet[],
  files: readonly RuleSet[],
  today: string,
): RuleSetPlan {
  const changes = noChanges('premium rule sets');
  const faults: string[] = [];
  const added: RuleSet[] = [];
  const removed: number[] = [];
  const isFixed = ({ ruleSet, simulations }: StoredRuleSet): boolean =>
    ruleSet.validFrom <= today || simulations > 0;
  const samples = (ruleSet: RuleSet) => (row: StoredRuleSet) =>
    nameOfRuleSet(row.ruleSet) === nameOfRuleSet(ruleSet);

  for (const ruleSet of files) {
    const name = nameOfRuleSet(ruleSet);
    const found = stored.find(samples(ruleSet));
    if (found === undefined) {
      added.push(ruleSet);
      changes.created.push(name);
    } else if (canonicalJson(found.ruleSet) === canonicalJson(ruleSet)) changes.unchanged += 1;
    else if (isFixed(found)) {
      faults.push(
        `premium: ${name} is in force since ${found.ruleSet.validFrom} and its file has other content than the database; a rule set in force is never edited in place: give the new one another version`,
      );
    } else {
      removed.push(found.id);
      added.push(ruleSet);
      changes.updated.push(name);
      changes.details.set(name, memberChanges(found.ruleSet, ruleSet));
    }
  }
  for (const row of stored) {
    if (isFixed(row) || files.some((file) => samples(file)(row))) continue;
    removed.push(row.id);
    changes.deactivated.push(nameOfRuleSet(row.ruleSet));
  }
  const remaining = stored.filter(({ id }) => !removed.includes(id)).map(({ ruleSet }) => ruleSet);
  for (const ruleSet of added) {
    const earlier = remaining.filter(({ scheme }) => scheme === ruleSet.scheme);
    changes.warnings.push(...warningsOf(ruleSet, earlier, today));
    const before = inForce(earlier, ruleSet.validFrom);
    const name = nameOfRuleSet(ruleSet);
    if (before !== null && !changes.details.has(name)) {
      changes.details.set(name, [
        `compared with ${before.version}:`,
        ...memberChanges(before.rules, ruleSet.rules),
      ]);
    }
    remaining.push(ruleSet);
  }
  return { added, removed, afterwards: remaining, changes, faults };
}

/** Warnings about a new set next to the others of its scheme. */
function warningsOf(ruleSet: RuleSet, others: readonly RuleSet[], today: string): string[] {
  const name = nameOfRuleSet(ruleSet);
  const before = inForce(others, ruleSet.validFrom);
  if (before === null) return [];
  const warnings = figuresFarOff(before, ruleSet).map((line) => `premium: ${name}: ${line}`);
  if (before.validFrom === ruleSet.validFrom) {
    warnings.push(
      `premium: ${name} begins on the day of ${before.version} (${ruleSet.validFrom}): from now on the one that was entered last is used`,
    );
  }
  if (ruleSet.validFrom < today) {
    const used = inForce(others, today)?.version ?? '';
    warnings.push(
      `premium: ${name} begins on ${ruleSet.validFrom}, which is past: it is used from now on, and the simulations since then were computed by ${used}`,
    );
  } else if (ruleSet.validFrom === today) {
    warnings.push(`premium: ${name} begins today: it is used from now on`);
  }
  return warnings;
}

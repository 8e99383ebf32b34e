import { dayOf } from '@wasl/contracts';
import {
  inForce,
  industries,
  places,
  sectors,
  type GeneralRuleSet,
  type ListedFigure,
  type NordevRuleSet,
  type RuleSet,
} from '@wasl/premium';

import type { Db } from '../platform/database/db.ts';
import type { AreaChanges } from './changes.ts';
import type { FigureSource } from './seed-files.schema.ts';
import { planRuleSets, storedRuleSets } from './rule-set-plan.ts';
import { SeedFault } from './seed-fault.ts';

/**
 * Adds new rule sets, and updates future ones from the files.
 * @throws SeedFault when a version in force has other content: simulations were computed with it.
 */
export async function storeRuleSets(
  db: Db,
  ruleSets: readonly RuleSet[],
  now: Date,
): Promise<AreaChanges> {
  const plan = planRuleSets(await storedRuleSets(db), ruleSets, dayOf(now));
  if (plan.faults.length > 0) throw new SeedFault(plan.faults);
  await db.premiumRuleSet.deleteMany({ where: { id: { in: plan.removed } } });
  for (const { scheme, version, validFrom, source, rules } of plan.added) {
    await db.premiumRuleSet.create({
      data: {
        scheme,
        version,
        validFrom: new Date(`${validFrom}T00:00:00Z`),
        source,
        rules: JSON.parse(JSON.stringify(rules)) as object,
      },
    });
  }
  return plan.changes;
}

/** Versions in force on the day, the source of the lists' figures. */
export async function versionsInForce(db: Db, now: Date): Promise<string[]> {
  const rows = await db.premiumRuleSet.findMany({
    orderBy: { id: 'asc' },
    select: { scheme: true, version: true, validFrom: true },
  });
  const all = rows.map((row) => ({ ...row, validFrom: row.validFrom.toISOString().slice(0, 10) }));
  const schemes = ['general', 'nordev'] as const;
  return schemes.map((scheme) => {
    const found = inForce(
      all.filter((row) => row.scheme === scheme),
      dayOf(now),
    );
    return `${scheme} ${found?.version ?? ''}`;
  });
}

export type Figures = Readonly<Record<FigureSource, readonly ListedFigure[]>>;

/**
 * Figures for reference lists, from the rule sets in force on the day.
 * @throws SeedFault when a scheme has no rule set in force
 */
export function figuresInForce(all: readonly RuleSet[], now: Date): Figures {
  const day = dayOf(now);
  const general = inForce(
    all.filter((set): set is GeneralRuleSet => set.scheme === 'general'),
    day,
  );
  const nordev = inForce(
    all.filter((set): set is NordevRuleSet => set.scheme === 'nordev'),
    day,
  );
  if (general === null || nordev === null) {
    const scheme = general === null ? 'general' : 'nordev';
    throw new SeedFault([`premium: no rule set of the scheme ${scheme} is in force on ${day}`]);
  }
  return {
    'general.sectors': sectors(general),
    'general.industries': industries(general),
    'general.places': places(general),
    'nordev.sectors': sectors(nordev),
    'nordev.places': places(nordev),
  };
}

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
import { ruleSetSchema } from '@wasl/premium/schema';

import type { Db } from '../platform/db.ts';
import { noChanges, type AreaChanges } from './changes.ts';
import type { FigureSource } from './seed-files.schema.ts';
import { SeedFault } from './seed-fault.ts';
import { canonicalJson } from './seed-records.ts';

const dayText = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Adds the rule sets that the database has not.
 * @throws SeedFault when a version is there with other content: simulations were computed with it.
 */
export async function storeRuleSets(db: Db, ruleSets: readonly RuleSet[]): Promise<AreaChanges> {
  const changes = noChanges('premium rule sets');
  const stored = await db.premiumRuleSet.findMany();
  const faults: string[] = [];
  for (const { scheme, version, validFrom, source, rules } of ruleSets) {
    const name = `${scheme} ${version}`;
    const found = stored.find((row) => row.scheme === scheme && row.version === version);
    if (found === undefined) {
      await db.premiumRuleSet.create({
        data: {
          scheme,
          version,
          validFrom: new Date(`${validFrom}T00:00:00Z`),
          source,
          rules: JSON.parse(JSON.stringify(rules)) as object,
        },
      });
      changes.created.push(name);
      continue;
    }
    const before = canonicalJson([dayText(found.validFrom), found.source, found.rules]);
    if (before === canonicalJson([validFrom, source, rules])) changes.unchanged += 1;
    else {
      faults.push(
        `premium: ${name} is in the database with other content, and a rule set is never edited in place: give the new one another version`,
      );
    }
  }
  if (faults.length > 0) throw new SeedFault(faults);
  return changes;
}

/** The versions in force on the day: what the figures of the lists come from. */
export async function versionsInForce(db: Db, now: Date): Promise<string[]> {
  const rows = await db.premiumRuleSet.findMany({
    orderBy: { id: 'asc' },
    select: { scheme: true, version: true, validFrom: true },
  });
  const all = rows.map((row) => ({ ...row, validFrom: dayText(row.validFrom) }));
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
 * The figures that reference lists show: those of the rule sets in force on the day, as the database has them.
 * @throws SeedFault when a scheme has no rule set in force
 */
export async function figuresInForce(db: Db, now: Date): Promise<Figures> {
  const rows = await db.premiumRuleSet.findMany({ orderBy: { id: 'asc' } });
  const all = rows.map(({ scheme, version, validFrom, source, rules }) =>
    ruleSetSchema.parse({ scheme, version, validFrom: dayText(validFrom), source, rules }),
  );
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

import type { ReferenceParent } from '@wasl/contracts';

import { codesOfRuleSet } from './rule-set-checks.ts';
import type { Figures } from './rule-sets.ts';
import type { SeedFiles } from './read-seed-files.ts';
import type { SeedListItem, SeedPlace } from './seed-files.schema.ts';
import { SeedFault } from './seed-fault.ts';

export interface ItemOfList {
  readonly parent: ReferenceParent;
  readonly code: string;
  readonly position: number;
  readonly string_1: string | null;
  readonly libelle: SeedListItem['libelle'];
  readonly description: SeedListItem['libelle'] | null;
  /** Absent where the file has none: the stored value is then no change. */
  readonly days?: number;
}

function fromPlaces(parent: ReferenceParent, places: readonly SeedPlace[]): ItemOfList[] {
  return places.map((place, position) => ({
    parent,
    code: place.code,
    position,
    string_1: place.parent ?? null,
    libelle: place.libelle,
    description: null,
  }));
}

/**
 * Every item of every list, in order.
 * @throws SeedFault when a list and the premium rules in force have different codes
 */
export function itemsOfLists(files: SeedFiles, figures: Figures): ItemOfList[] {
  const faults: string[] = [];
  const items = [
    ...fromPlaces('REGION', files.regions),
    ...fromPlaces('PROVINCE', files.provinces),
    ...fromPlaces('COMMUNE', files.communes),
  ];
  const ownItems = new Map<
    string,
    readonly Pick<SeedListItem, 'code' | 'libelle' | 'description' | 'string_1' | 'days'>[]
  >([['PROVINCE', files.provinces]]);
  for (const list of files.lists) if ('items' in list) ownItems.set(list.parent, list.items);

  for (const list of files.lists) {
    const name = `lists/${list.parent}.json`;
    const own = ('items' in list ? list.items : ownItems.get(list.labelsOf)) ?? [];
    const figureOf =
      list.figures === undefined
        ? null
        : new Map(figures[list.figures].map(({ code, figure }) => [code, figure]));
    if (figureOf !== null) {
      const codes = new Set(own.map(({ code }) => code));
      for (const code of figureOf.keys()) {
        if (!codes.has(code)) {
          faults.push(
            `${name}: ${code} of the premium rules in force (${list.figures ?? ''}) has no label`,
          );
        }
      }
    }
    // Labels may precede the rules that need them, and remain for old rules.
    const known = new Set(
      files.ruleSets.flatMap((ruleSet) =>
        list.figures === undefined
          ? []
          : (codesOfRuleSet(ruleSet)[list.figures] ?? []).map(({ code }) => code),
      ),
    );
    const isOffered = (code: string): boolean => {
      if (figureOf === null || figureOf.has(code)) return true;
      // A list with its own items must match the rules; a derived list takes the codes that the rules know.
      if ('items' in list && !known.has(code))
        faults.push(`${name}: ${code} is in no premium rule set (${list.figures ?? ''})`);
      return false;
    };
    own
      .filter(({ code }) => isOffered(code))
      .forEach((item, position) => {
        const figure = figureOf?.get(item.code)?.toString() ?? null;
        items.push({
          parent: list.parent,
          code: item.code,
          position,
          string_1: 'items' in list && item.string_1 !== undefined ? item.string_1 : figure,
          libelle: item.libelle,
          description: 'items' in list ? (item.description ?? null) : null,
          ...(item.days === undefined ? {} : { days: item.days }),
        });
      });
  }
  if (faults.length > 0) throw new SeedFault(faults);
  return items;
}

import fs from 'node:fs';
import path from 'node:path';

import { referenceParents } from '@wasl/contracts';
import type { RuleSet } from '@wasl/premium';
import { ruleSetSchema } from '@wasl/premium/schema';
import type { z } from 'zod';

import { issueWhat } from '../platform/settings/issue-text.ts';
import {
  journeyFile,
  listFile,
  organisationFile,
  placesFile,
  type ReadFiles,
} from './seed-files.schema.ts';
import { SeedFault } from './seed-fault.ts';
import { crossFaults } from './seed-files.cross-check.ts';
import { seedTexts } from './seed-text.ts';
import { seedWarnings } from './seed-warnings.ts';

/** Everything under `prisma/seed/reference`, validated. */
export interface SeedFiles extends Omit<ReadFiles, 'ruleSetFiles'> {
  readonly ruleSets: readonly RuleSet[];
  /** Warnings about valid but probably unintended contents. */
  readonly warnings: readonly string[];
}

/**
 * Folder of the seed files: that of `--dir`, else the nearest `prisma/seed` above this file (source, or bundle in
 * apps/api/dist).
 * @throws SeedFault
 */
export function findSeedFolder(
  named: string | undefined,
  from: string = import.meta.dirname,
): string {
  if (named !== undefined) {
    const folder = path.resolve(named);
    if (fs.existsSync(path.join(folder, 'reference'))) return folder;
    throw new SeedFault([`--dir: ${folder} has no folder "reference"`]);
  }
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'prisma', 'seed');
    if (fs.existsSync(path.join(candidate, 'reference'))) return candidate;
    if (folder === path.dirname(folder)) {
      throw new SeedFault([`no prisma/seed above ${from}; name a folder with --dir`]);
    }
  }
}

/** A union's own message is useless, so this returns the issues of its closest branch. */
function branchOf(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors.map((branch) => branch.flatMap(branchOf));
  const isForeign = (fault: z.core.$ZodIssue) => fault.code === 'unrecognized_keys';
  const closest =
    branches.find((branch) => branch.length > 0 && !branch.some(isForeign)) ?? branches[0] ?? [];
  return closest.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }));
}

/** Lists whose items are in `places/*.json`. */
export const placeLists: readonly string[] = ['REGION', 'PROVINCE', 'COMMUNE'];

/**
 * Reads and validates every file.
 * @param folder result of {@link findSeedFolder}
 * @throws SeedFault with every fault of every file at once
 */
export function readSeedFiles(folder: string): SeedFiles {
  const root = path.join(folder, 'reference');
  const texts = seedTexts(root);
  const { faults } = texts;

  const read = <T>(file: string, schema: z.ZodType<T>): T | undefined => {
    const value = texts.read(file);
    if (value === undefined) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    texts.unread.add(file);
    texts.invalid.set(file, value);
    for (const issue of parsed.error.issues.flatMap(branchOf)) {
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys)
          faults.push(
            texts.sentence({ file, path: [...issue.path.map(String), key] }, 'is no member here'),
          );
        continue;
      }
      faults.push(texts.sentence({ file, path: issue.path.map(String) }, issueWhat(issue)));
    }
    return undefined;
  };
  const namesIn = (area: string): string[] => {
    const here = path.join(root, area);
    if (!fs.existsSync(here)) return [];
    return fs
      .readdirSync(here)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => `${area}/${name}`);
  };
  /** Reads a folder whose files are named after a member of their content. */
  const readAll = <T>(area: string, schema: z.ZodType<T>, nameOf: (value: T) => string): T[] =>
    namesIn(area).flatMap((file) => {
      const value = read(file, schema);
      if (value === undefined) return [];
      if (`${area}/${nameOf(value)}.json` !== file) {
        faults.push(`${file}: is named otherwise than its content says (${nameOf(value)})`);
      }
      return [value];
    });

  for (const parent of referenceParents) {
    const file = `lists/${parent}.json`;
    const isThere = fs.existsSync(path.join(root, file));
    if (placeLists.includes(parent) && isThere) faults.push(`${file}: places are in places/*.json`);
    if (!placeLists.includes(parent) && !isThere) {
      texts.unread.add(file);
      faults.push(`${file}: is missing`);
    }
  }
  const files: ReadFiles = {
    lists: readAll('lists', listFile, (list) => list.parent),
    regions: read('places/regions.json', placesFile)?.items ?? [],
    provinces: read('places/provinces.json', placesFile)?.items ?? [],
    communes: read('places/communes.json', placesFile)?.items ?? [],
    ruleSetFiles: namesIn('premium').flatMap((file) => {
      const ruleSet = read(file, ruleSetSchema);
      return ruleSet === undefined ? [] : [{ file, ruleSet }];
    }),
    organisations: readAll('organisations', organisationFile, (one) => one.slug),
    journeys: readAll('journeys', journeyFile, (one) => one.slug),
  };
  faults.push(...crossFaults(files, texts));
  if (faults.length > 0) throw new SeedFault(faults);
  const { ruleSetFiles, ...rest } = files;
  return {
    ...rest,
    ruleSets: ruleSetFiles.map(({ ruleSet }) => ruleSet),
    warnings: [...texts.warnings, ...seedWarnings(files, texts)],
  };
}

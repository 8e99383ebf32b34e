import fs from 'node:fs';
import path from 'node:path';

import { referenceParents } from '@wasl/contracts';
import type { RuleSet } from '@wasl/premium';
import { readRuleSet } from '@wasl/premium/schema';
import type { z } from 'zod';

import { issueText } from '../platform/issue-text.ts';
import {
  journeyFile,
  listFile,
  organisationFile,
  placesFile,
  type SeedJourney,
  type SeedList,
  type SeedOrganisation,
  type SeedPlace,
} from './seed-files.schema.ts';
import { SeedFault } from './seed-fault.ts';
import { crossFaults } from './seed-files.cross-check.ts';

/** Everything under `prisma/seed/reference`, read and checked. */
export interface SeedFiles {
  readonly lists: readonly SeedList[];
  readonly regions: readonly SeedPlace[];
  readonly provinces: readonly SeedPlace[];
  readonly communes: readonly SeedPlace[];
  readonly ruleSets: readonly RuleSet[];
  readonly organisations: readonly SeedOrganisation[];
  readonly journeys: readonly SeedJourney[];
}

/**
 * The folder of the seed files: SEED_DIR, else the nearest `prisma/seed` above this file (its source,
 * or the bundle in apps/api/dist).
 * @throws SeedFault
 */
export function findSeedFolder(
  configured: string | undefined,
  from: string = import.meta.dirname,
): string {
  if (configured !== undefined && configured !== '') {
    const folder = path.resolve(configured);
    if (fs.existsSync(path.join(folder, 'reference'))) return folder;
    throw new SeedFault([`SEED_DIR: ${folder} has no folder "reference"`]);
  }
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'prisma', 'seed');
    if (fs.existsSync(path.join(candidate, 'reference'))) return candidate;
    if (folder === path.dirname(folder)) {
      throw new SeedFault([`no prisma/seed above ${from}; set SEED_DIR`]);
    }
  }
}

/** A union's own message says nothing: the faults of its closest branch do. */
function branchOf(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors.map((branch) => branch.flatMap(branchOf));
  const isForeign = (fault: z.core.$ZodIssue) => fault.code === 'unrecognized_keys';
  const closest =
    branches.find((branch) => branch.length > 0 && !branch.some(isForeign)) ?? branches[0] ?? [];
  return closest.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }));
}

/**
 * Reads and checks every file.
 * @param folder that of {@link findSeedFolder}
 * @throws SeedFault with every fault of every file at once
 */
export function readSeedFiles(folder: string): SeedFiles {
  const root = path.join(folder, 'reference');
  const faults: string[] = [];

  const textOf = (name: string): string | undefined => {
    try {
      return fs.readFileSync(path.join(root, name), 'utf8').replace(/^\uFEFF/, '');
    } catch (error) {
      faults.push(
        `${name}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      );
      return undefined;
    }
  };
  const read = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const text = textOf(name);
    if (text === undefined) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      faults.push(`${name}: is not JSON: ${error instanceof Error ? error.message : ''}`);
      return undefined;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    faults.push(
      ...parsed.error.issues.flatMap(branchOf).map((issue) => `${name}: ${issueText(issue)}`),
    );
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
    namesIn(area).flatMap((name) => {
      const value = read(name, schema);
      if (value === undefined) return [];
      if (`${area}/${nameOf(value)}.json` !== name) {
        faults.push(`${name}: is named otherwise than its content says (${nameOf(value)})`);
      }
      return [value];
    });

  const lists = readAll('lists', listFile, (list) => list.parent);
  const fromPlaces = ['REGION', 'PROVINCE', 'COMMUNE'];
  for (const parent of referenceParents) {
    const name = `lists/${parent}.json`;
    const isThere = fs.existsSync(path.join(root, name));
    if (fromPlaces.includes(parent) && isThere) faults.push(`${name}: places are in places/*.json`);
    if (!fromPlaces.includes(parent) && !isThere) faults.push(`${name}: is missing`);
  }
  const files: SeedFiles = {
    lists,
    regions: read('places/regions.json', placesFile) ?? [],
    provinces: read('places/provinces.json', placesFile) ?? [],
    communes: read('places/communes.json', placesFile) ?? [],
    ruleSets: namesIn('premium').flatMap((name) => {
      const text = textOf(name);
      if (text === undefined) return [];
      const reading = readRuleSet(text);
      if (reading.ok) return [reading.ruleSet];
      faults.push(
        ...reading.faults.map((f) => `${name}: line ${String(f.line)}: ${f.path}: ${f.message}`),
      );
      return [];
    }),
    organisations: readAll('organisations', organisationFile, (one) => one.slug),
    journeys: readAll('journeys', journeyFile, (one) => one.slug),
  };
  // Files that could not be read would make every reference to them a second fault.
  if (faults.length === 0) faults.push(...crossFaults(files));
  if (faults.length > 0) throw new SeedFault(faults);
  return files;
}

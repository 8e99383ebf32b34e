import { dayOf } from '@wasl/contracts';
import { inForce, type RuleSet, type Scheme } from '@wasl/premium';

import {
  findSeedFolder,
  leavesOf,
  memberChanges,
  nameOfRuleSet,
  readSeedFiles,
  storedRuleSets,
  type StoredRuleSet,
} from '../seed/index.ts';
import {
  Refusal,
  UsageFault,
  type AdminCommand,
  type AdminContext,
  type Options,
} from './command.ts';
import { compareOnSamples } from './rule-samples.ts';

const sampleCount = 1000;

function schemeOf(text: string): Scheme {
  if (text === 'general' || text === 'nordev') return text;
  throw new UsageFault(`The scheme is general or nordev, not "${text}".`);
}

/** The rule sets of the seed files; faults of the files are shown unchanged. */
const fileSets = ({ dir }: Options) => readSeedFiles(findSeedFolder(dir)).ruleSets;

function stateOf({ ruleSet }: StoredRuleSet, all: readonly StoredRuleSet[], today: string): string {
  const ofScheme = all.map((one) => one.ruleSet).filter(({ scheme }) => scheme === ruleSet.scheme);
  if (ruleSet.validFrom > today) return 'to come';
  return inForce(ofScheme, today) === ruleSet ? 'in force' : 'past';
}

/** A set of the database or, for an unknown version, of the files. @throws Refusal */
function findSet(
  stored: readonly StoredRuleSet[],
  scheme: Scheme,
  version: string,
  options: Options,
): { ruleSet: RuleSet; isStored: boolean } {
  const isMeant = (set: RuleSet) => set.scheme === scheme && set.version === version;
  const row = stored.find(({ ruleSet }) => isMeant(ruleSet));
  if (row !== undefined) return { ruleSet: row.ruleSet, isStored: true };
  const ruleSet = fileSets(options).find(isMeant);
  if (ruleSet !== undefined) return { ruleSet, isStored: false };
  throw new Refusal(
    `Neither the database nor the files have a rule set ${scheme} ${version}; "rules show" lists them.`,
  );
}

async function showAll({ deps, table }: AdminContext): Promise<void> {
  const stored = await storedRuleSets(deps.db);
  const today = dayOf(deps.clock.now());
  const rows = stored.map((row) => [
    row.ruleSet.scheme,
    row.ruleSet.version,
    row.ruleSet.validFrom,
    stateOf(row, stored, today),
    row.simulations,
  ]);
  table('ruleSets', ['Scheme', 'Version', 'From', 'State', 'Simulations'], rows);
}

const show: AdminCommand = {
  name: 'rules show',
  usage: ['[general or nordev]', '[version]', '[--dir <folder>]', '[--json]'],
  summary: 'premium rule sets with dates and state, or every figure of one',
  async run(context, named, version) {
    if (named === '') {
      await showAll(context);
      return;
    }
    const scheme = schemeOf(named);
    if (version === '') throw new UsageFault('A version must follow the scheme.');
    const { deps, options, print, table } = context;
    const stored = await storedRuleSets(deps.db);
    const { ruleSet, isStored } = findSet(stored, scheme, version, options);
    print(
      `${nameOfRuleSet(ruleSet)}, from ${ruleSet.validFrom}${isStored ? '' : ' (in the files, not seeded yet)'}`,
    );
    print(ruleSet.source);
    const rows = [...leavesOf(ruleSet.rules)];
    table(
      'figures',
      ['Member', 'Figure'],
      rows.map(([path, leaf]) => [path, String(leaf)]),
    );
  },
};

const compare: AdminCommand = {
  name: 'rules compare',
  usage: ['<general or nordev>', '<version>', '[other version]', '[--dir <folder>]', '[--json]'],
  summary: `compare a rule set, also one in a file, with another or the one in force: figures and ${String(sampleCount)} sample projects`,
  async run({ deps, options, print }, given, version, named) {
    const scheme = schemeOf(given);
    const stored = await storedRuleSets(deps.db);
    const setsOf = (of: Scheme) =>
      stored.map(({ ruleSet }) => ruleSet).filter((set) => set.scheme === of);
    const today = dayOf(deps.clock.now());
    const after = findSet(stored, scheme, version, options).ruleSet;
    const before =
      named === ''
        ? inForce(setsOf(scheme), today)
        : findSet(stored, scheme, named, options).ruleSet;
    if (before === null) throw new Refusal(`No rule set ${scheme} is in force: name the other.`);
    const differences = memberChanges(before.rules, after.rules);
    print(`${before.version} → ${after.version}`);
    if (differences.length === 0) print('The figures are the same.');
    for (const line of differences) print(`  ${line}`);
    for (const line of compareOnSamples(before, after, sampleCount)) print(line);
  },
};

const withdraw: AdminCommand = {
  name: 'rules withdraw',
  usage: ['<general or nordev>', '<version>', '[--dir <folder>]'],
  summary: 'withdraw a rule set that is not in force yet; delete its file first',
  async run({ deps, options, print }, given, version) {
    const scheme = schemeOf(given);
    const stored = await storedRuleSets(deps.db);
    const row = stored.find(
      ({ ruleSet }) => ruleSet.scheme === scheme && ruleSet.version === version,
    );
    if (row === undefined) throw new Refusal(`The database has no rule set ${scheme} ${version}.`);
    const { validFrom } = row.ruleSet;
    if (validFrom <= dayOf(deps.clock.now())) {
      throw new Refusal(
        `${scheme} ${version} is in force since ${validFrom}: simulations name it. Add a set with another version and a later day instead.`,
      );
    }
    if (row.simulations > 0) {
      throw new Refusal(`${scheme} ${version} was used by ${String(row.simulations)} simulations.`);
    }
    if (fileSets(options).some((set) => set.scheme === scheme && set.version === version)) {
      throw new Refusal(
        `${scheme} ${version} stands in the files: remove its file in premium/ first, or the next seed adds it again. The seed withdraws it then by itself.`,
      );
    }
    await deps.db.premiumRuleSet.delete({ where: { id: row.id } });
    deps.log.info({ event: 'admin.rule_set_withdrawn', by: 'administrator', scheme, version });
    print(`${scheme} ${version}, which was to begin on ${validFrom}, is withdrawn.`);
  },
};

export const rulesCommands = [show, compare, withdraw];

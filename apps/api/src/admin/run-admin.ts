import { parseArgs } from 'node:util';

import { loadMessages } from '@wasl/contracts';

import { isUnavailable } from '../platform/database/db.ts';
import type { Deps } from '../platform/program/deps.ts';
import { SettingsError } from '../platform/settings/env.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { SeedFault } from '../seed/index.ts';
import { accessCommands } from './access.commands.ts';
import { servicesCommands } from './services.commands.ts';
import { activityCommands } from './activity.commands.ts';
import { accountsCommands } from './accounts.commands.ts';
import {
  optionsOf,
  Refusal,
  UsageFault,
  type AdminCommand,
  type AdminContext,
  type CommandArguments,
} from './command.ts';
import { deadlinesCommands } from './deadlines.commands.ts';
import { examine } from './doctor/index.ts';
import { filesCommands } from './files.commands.ts';
import { historyCommands } from './history.commands.ts';
import { jobsCommands } from './jobs.commands.ts';
import { lookupCommands } from './lookup.commands.ts';
import { mailsCommands } from './mails.commands.ts';
import { messagesCommands } from './messages.commands.ts';
import { personCommands } from './person.commands.ts';
import { referenceCommands } from './reference.commands.ts';
import { requestsCommands } from './requests.commands.ts';
import { stepsCommands } from './steps.commands.ts';
import { noProgress, type ShowProgress } from './progress.ts';
import { retentionCommands } from './retention.commands.ts';
import { rulesCommands } from './rules.commands.ts';
import { secretCommands } from './secret.commands.ts';
import { statisticsCommands } from './statistics.commands.ts';
import { webhooksCommands } from './webhooks.commands.ts';
import { tableObjects, tableText, type Cell } from './table.ts';

const commands: readonly AdminCommand[] = [
  ...accountsCommands,
  ...accessCommands,
  ...servicesCommands,
  ...lookupCommands,
  ...requestsCommands,
  ...stepsCommands,
  ...deadlinesCommands,
  ...historyCommands,
  ...personCommands,
  ...filesCommands,
  ...retentionCommands,
  ...rulesCommands,
  ...referenceCommands,
  ...mailsCommands,
  ...messagesCommands,
  ...jobsCommands,
  ...webhooksCommands,
  ...statisticsCommands,
  ...activityCommands,
  ...secretCommands,
];

export interface AdminRun {
  /** What was typed after `npm run admin --`. */
  readonly words: readonly string[];
  /** Opens what commands work on; called once the command is understood. */
  readonly open: () => Promise<{ deps: Deps; close: () => Promise<void> }>;
  /** `seed [--demo] [--dry-run]`: the seeding program. */
  readonly seed: (options: { demo: boolean; dryRun: boolean }) => Promise<number>;
  /** WASL_TAKEN_BY_NPM (packages/tooling/bin) names the options that npm took for its own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How far long commands are; nothing without it. */
  readonly showProgress?: ShowProgress;
  readonly print: (line: string) => void;
  readonly printFault: (line: string) => void;
}

const seedOptions = { demo: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const;

/**
 * `npm run admin seed --dry-run`, without `--`, seeds: npm takes the option for itself and leaves the command without.
 * @throws UsageFault
 */
function refuseSwallowed({ words, environment }: AdminRun, options: readonly string[]): void {
  const taken = (environment.WASL_TAKEN_BY_NPM ?? '').split(' ');
  for (const name of options) {
    const isGiven = words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
    if (isGiven || !taken.includes(name)) continue;
    throw new UsageFault(
      `npm took --${name} for an option of its own, and nothing was done. Write two dashes before the command: npm run admin -- ${words.join(' ')} --${name}`,
    );
  }
}

const seedHelp = [
  'seed',
  '[--dry-run] [--demo]',
  'bring the reference data to what prisma/seed says',
] as const;

/** Done by packages/tooling before this program is built: the tables it works on may not be there. */
const migrateHelp = ['migrate', '', 'apply the migrations that the database lacks'] as const;

const doctorHelp = [
  'doctor',
  '[--json]',
  'look at settings, database, migrations, store, mail, scanner, clock, disk, certificate and jobs; ends with 1 where something keeps the portal from working',
] as const;

const databaseHelp = [
  'db url | db studio',
  '',
  'the address of the database for other programs, the embedded one too; its tables in a browser',
] as const;

const usageOf = ({ usage, isRead }: AdminCommand): string =>
  isRead === true ? `${usage} [--json]`.trim() : usage;

function helpText(): string[] {
  const lines = [
    migrateHelp,
    doctorHelp,
    databaseHelp,
    seedHelp,
    ...commands.map((one) => [one.name, usageOf(one), one.summary] as const),
  ];
  return [
    'Usage: npm run admin -- <command>',
    '',
    ...lines.flatMap(([name, usage, summary]) => [
      `  ${`${name} ${usage}`.trim()}`,
      `      ${summary}`,
    ]),
    '',
    'Exit codes: 0 done, 1 refused or failed, 2 not understood.',
  ];
}

function parse(command: AdminCommand, words: readonly string[]): CommandArguments | 'help' {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...words],
      options: optionsOf(command),
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return 'help';
  const wanted = command.positionals ?? [];
  const optional = command.optional ?? [];
  if (positionals.length < wanted.length || positionals.length > wanted.length + optional.length) {
    const names = [...wanted.map((name) => `<${name}>`), ...optional.map((name) => `[<${name}>]`)];
    const what = names.length === 0 ? 'nothing' : names.join(' ');
    throw new UsageFault(`"${command.name}" is followed by ${what}.`);
  }
  const flags: Record<string, boolean> = {};
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean') flags[name] = value;
    else if (typeof value === 'string') texts[name] = value;
  }
  return { positionals, flags, texts };
}

/** What a person at a terminal is told; null for what nobody foresaw. */
async function sentencesOf(error: unknown): Promise<string[] | null> {
  if (error instanceof Refusal) return [error.message];
  if (error instanceof SeedFault) return error.message.split('\n');
  if (error instanceof SettingsError) return error.message.split('\n');
  if (error instanceof ApiError) {
    const messages = await loadMessages('en');
    const fields = (error.options.fields ?? []).map(
      ({ path, key }) => `${path}: ${messages.validation[key]}`,
    );
    return [messages.errors[error.code], ...fields];
  }
  if (isUnavailable(error)) return ['The database cannot be reached.'];
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code !== undefined && /^E[A-Z]+$/.test(code) && error instanceof Error)
    return [error.message];
  return null;
}

/** A refusal in the words of the command that met it, where it has some. */
function inWordsOf({ refusals = {} }: AdminCommand, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const names = [
    ...(error.options.fields ?? []).map(({ path, key }) => `${path}.${key}`),
    error.code,
  ];
  const [sentence] = names.flatMap((name) => refusals[name] ?? []);
  return sentence === undefined ? error : new Refusal(sentence, { cause: error });
}

async function runSeedCommand(run: AdminRun): Promise<number> {
  const { words, seed } = run;
  refuseSwallowed(run, Object.keys(seedOptions));
  let values;
  try {
    ({ values } = parseArgs({
      args: words.slice(1),
      options: seedOptions,
    }));
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error));
  }
  return await seed({ demo: values.demo ?? false, dryRun: values['dry-run'] ?? false });
}

/** Prints for a person at a terminal. */
function textContext({ print, showProgress = noProgress }: AdminRun): Omit<AdminContext, 'deps'> {
  return {
    print,
    showProgress,
    table: (_name, headings, rows) => {
      for (const line of tableText(headings, rows)) print(line);
    },
  };
}

/** Gathers the answer of a command for programs: its tables by their names, and the sentences under `said`. */
function jsonAnswer() {
  const said: string[] = [];
  const tables: Record<string, Record<string, Cell>[]> = {};
  const context: Omit<AdminContext, 'deps'> = {
    showProgress: noProgress,
    print: (line) => said.push(line),
    table: (name, headings, rows) => {
      tables[name] = [...(tables[name] ?? []), ...tableObjects(headings, rows)];
    },
  };
  return { context, text: () => JSON.stringify({ ...tables, said }, null, 2) };
}

/** It works where nothing else does: it opens what it looks at by itself. */
async function runDoctorCommand(run: AdminRun): Promise<number> {
  refuseSwallowed(run, ['json']);
  let values;
  try {
    ({ values } = parseArgs({ args: run.words.slice(1), options: { json: { type: 'boolean' } } }));
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error));
  }
  const findings = await examine(run.environment);
  const isWell = findings.every(({ state }) => state !== 'fault');
  if (values.json === true) run.print(JSON.stringify({ isWell, findings }, null, 2));
  else {
    const rows = findings.map(({ what, state, said }) => [
      state === 'ok' ? 'ok' : state.toUpperCase(),
      what,
      said,
    ]);
    for (const line of tableText(['State', 'What', 'Said'], rows)) run.print(line);
  }
  return isWell ? 0 : 1;
}

async function runCommand(run: AdminRun, command: AdminCommand): Promise<number> {
  refuseSwallowed(run, Object.keys(optionsOf(command)));
  const given = parse(command, run.words.slice(command.name.split(' ').length));
  if (given === 'help') {
    run.print(`Usage: npm run admin -- ${command.name} ${usageOf(command)}`.trim());
    run.print(command.summary);
    return 0;
  }
  const { deps, close } = await run.open();
  const answer = given.flags.json === true ? jsonAnswer() : null;
  try {
    await command.run({ deps, ...(answer?.context ?? textContext(run)) }, given);
    return 0;
  } catch (error) {
    throw inWordsOf(command, error);
  } finally {
    // What was found is told too where it makes the command refuse.
    if (answer !== null) run.print(answer.text());
    await close();
  }
}

/**
 * Runs one of the administrator's commands.
 * @returns the exit code: 0 done, 1 refused or failed (a sentence says why), 2 not understood
 */
export async function runAdmin(run: AdminRun): Promise<number> {
  const { words, print, printFault } = run;
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help' || words[0] === '-h') {
    for (const line of helpText()) print(line);
    return words.length === 0 ? 2 : 0;
  }
  try {
    if (words[0] === 'seed') return await runSeedCommand(run);
    if (words[0] === 'doctor') return await runDoctorCommand(run);
    const name = words.slice(0, 2).join(' ');
    const command = commands.find((one) => one.name === name || one.name === words[0]);
    if (command === undefined) throw new UsageFault(`There is no command "${name}".`);
    return await runCommand(run, command);
  } catch (error) {
    if (error instanceof UsageFault) {
      printFault(error.message);
      printFault('npm run admin -- --help lists the commands.');
      return 2;
    }
    const sentences = await sentencesOf(error);
    if (sentences === null) throw error;
    for (const sentence of sentences) printFault(sentence);
    return 1;
  }
}

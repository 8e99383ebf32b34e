import { loadMessages } from '@wasl/contracts';
import { Command, CommanderError } from 'commander';

import { isUnavailable } from '../platform/database/db.ts';
import type { Deps } from '../platform/program/deps.ts';
import type { Plugins } from '../platform/program/plugin.ts';
import { SettingsError } from '../platform/settings/env.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { SeedFault } from '../seed/index.ts';
import { accessCommands } from './access.commands.ts';
import { administratorsCommands } from './administrators.commands.ts';
import { addressesCommands } from './addresses.commands.ts';
import { servicesCommands } from './services.commands.ts';
import { activityCommands } from './activity.commands.ts';
import { accountsCommands } from './accounts.commands.ts';
import {
  Refusal,
  UsageFault,
  type AdminCommand,
  type AdminContext,
  type CommandWords,
  type Options,
} from './command.ts';
import { deadlinesCommands } from './deadlines.commands.ts';
import { examine } from './doctor/index.ts';
import { filesCommands } from './files.commands.ts';
import { historyCommands } from './history.commands.ts';
import { jobsCommands } from './jobs.commands.ts';
import { lookupCommands } from './lookup.commands.ts';
import { mailsCommands } from './mails.commands.ts';
import { personCommands } from './person.commands.ts';
import { referenceCommands } from './reference.commands.ts';
import { requestsCommands } from './requests.commands.ts';
import { stepsCommands } from './steps.commands.ts';
import { noProgress, type ShowProgress } from './progress.ts';
import { retentionCommands } from './retention.commands.ts';
import { rulesCommands } from './rules.commands.ts';
import { secretCommands } from './secret.commands.ts';
import { statisticsCommands } from './statistics.commands.ts';
import { tableObjects, tableText, type Cell } from './table.ts';

const commands: readonly AdminCommand[] = [
  ...administratorsCommands,
  ...accountsCommands,
  ...accessCommands,
  ...addressesCommands,
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
  ...jobsCommands,
  ...statisticsCommands,
  ...activityCommands,
  ...secretCommands,
];

const seed = {
  name: 'seed',
  usage: ['[--dry-run]', '[--demo]', '[--dir <folder>]'],
  summary: 'update the reference data from the files in prisma/seed, or in another folder',
};

const doctor = {
  name: 'doctor',
  usage: ['[--json]'],
  summary:
    'check settings, database, migrations, file store, mail, scanner, clock, disk, certificate and jobs; exit code 1 for a fault',
};

/** Commands that packages/tooling runs, before or without a build of this program. */
const byTooling: readonly CommandWords[] = [
  { name: 'migrate', summary: 'apply the migrations that the database lacks' },
  {
    name: 'db url',
    summary: 'the address of the database for other programs, the embedded one too',
  },
  { name: 'db studio', summary: 'the tables of the database in a browser' },
];

export interface AdminRun {
  readonly words: readonly string[];
  /** Opens the dependencies; called once the command is parsed. */
  readonly open: () => Promise<{ deps: Deps; close: () => Promise<void> }>;
  /** The seed program: `seed [--demo] [--dry-run] [--dir <folder>]`. */
  readonly seed: (options: {
    demo: boolean;
    dryRun: boolean;
    dir: string | undefined;
  }) => Promise<number>;
  /** WASL_TAKEN_BY_NPM (packages/tooling/bin) names the options that npm consumed. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly plugins?: Plugins;
  readonly showProgress?: ShowProgress;
  readonly print: (line: string) => void;
  readonly printFault: (line: string) => void;
}

/**
 * Refuses `npm run admin seed --dry-run` without `--`: npm consumes the option, so the command would really seed.
 * @throws UsageFault
 */
function refuseSwallowed({ words, environment }: AdminRun, { options }: Command): void {
  const taken = (environment.WASL_TAKEN_BY_NPM ?? '').split(' ');
  for (const option of options.flatMap(({ long }) => long ?? [])) {
    const isGiven = words.some((word) => word === option || word.startsWith(`${option}=`));
    if (isGiven || !taken.includes(option.slice(2))) continue;
    throw new UsageFault(
      `npm took ${option} for an option of its own, and nothing was done. Write two dashes before the command: npm run admin -- ${words.join(' ')} ${option}`,
    );
  }
}

/** Sentences for the terminal; null for an unexpected error. */
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

/** Replaces a refusal with the command's own text, if it has one. */
function inWordsOf({ refusals = {} }: AdminCommand, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const names = [
    ...(error.options.fields ?? []).map(({ path, key }) => `${path}.${key}`),
    error.code,
  ];
  const [sentence] = names.flatMap((name) => refusals[name] ?? []);
  return sentence === undefined ? error : new Refusal(sentence, { cause: error });
}

/** Prints for a terminal. */
function textContext({
  print,
  showProgress = noProgress,
}: AdminRun): Omit<AdminContext, 'deps' | 'options'> {
  return {
    print,
    showProgress,
    table: (_name, headings, rows) => {
      for (const line of tableText(headings, rows)) print(line);
    },
  };
}

/** Collects the output of a command as JSON: tables by name, and the sentences under `messages`. */
function jsonAnswer() {
  const printed: string[] = [];
  const tables: Record<string, Record<string, Cell>[]> = {};
  const context: Omit<AdminContext, 'deps' | 'options'> = {
    showProgress: noProgress,
    print: (line) => printed.push(line),
    table: (name, headings, rows) => {
      tables[name] = [...(tables[name] ?? []), ...tableObjects(headings, rows)];
    },
  };
  return { context, text: () => JSON.stringify({ ...tables, messages: printed }, null, 2) };
}

/** Must work when the portal does not, so it opens its own connections. */
async function runDoctor(run: AdminRun, { json }: Options): Promise<number> {
  const findings = await examine(run.environment, run.plugins ?? {});
  const isWell = findings.every(({ state }) => state !== 'fault');
  if (json === true) run.print(JSON.stringify({ isWell, findings }, null, 2));
  else {
    const rows = findings.map(({ what, state, message }) => [
      state === 'ok' ? 'ok' : state.toUpperCase(),
      what,
      message,
    ]);
    for (const line of tableText(['State', 'What', 'Message'], rows)) run.print(line);
  }
  return isWell ? 0 : 1;
}

async function runCommand(
  run: AdminRun,
  command: AdminCommand,
  options: Options,
  given: readonly string[],
): Promise<void> {
  const { deps, close } = await run.open();
  const answer = options.json === true ? jsonAnswer() : null;
  try {
    await command.run({ deps, options, ...(answer?.context ?? textContext(run)) }, ...given);
  } catch (error) {
    throw inWordsOf(command, error);
  } finally {
    // Prints the collected output even when the command fails.
    if (answer !== null) run.print(answer.text());
    await close();
  }
}

const listsCommands = 'npm run admin -- --help lists the commands.';

const childOf = (group: Command, word: string): Command | undefined =>
  group.commands.find((one) => one.name() === word);

/** A command and its subcommands. Groups are excluded: they have no summary. */
const commandsOf = (command: Command): Command[] => [
  ...(command.description() === '' ? [] : [command]),
  ...command.commands.flatMap(commandsOf),
];

/**
 * Registers every command with commander.
 * @param end receives the exit code of a finished command
 */
function programOf(run: AdminRun, end: (code: number) => void): Command {
  const name = 'npm run admin --';
  const program = new Command(name)
    .usage('<command>')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => run.print(text.trimEnd()),
      writeErr: (text) => run.printFault(text.trimEnd()),
    })
    .showHelpAfterError(listsCommands)
    .configureHelp({
      visibleCommands: ({ commands: below }) => below.flatMap(commandsOf),
      subcommandTerm: (command) =>
        command
          .createHelp()
          .commandUsage(command)
          .replace(`${name} `, '')
          .replace(' [options]', ''),
      formatItem: (term, _width, summary) =>
        `  ${term}${summary === '' ? '' : `\n      ${summary}`}`,
    })
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 not understood.');
  const add = (
    { name: words, usage = [], summary }: CommandWords,
    act: (options: Options, given: readonly string[]) => Promise<number>,
  ): void => {
    const command = words
      .split(' ')
      .reduce((group, word) => childOf(group, word) ?? group.command(word), program)
      .description(summary)
      .usage(usage.join(' '));
    for (const what of usage) {
      if (what.includes('--')) command.option(what.replace(/^\[|\]$/g, ''));
      else command.argument(what);
    }
    command.action(async () => {
      const declared = command.registeredArguments;
      // A last argument with `...` takes all others.
      const given = declared.some(({ variadic }) => variadic)
        ? command.args
        : declared.map((_, at) => command.args[at] ?? '');
      end(await act(command.opts<Options>(), given));
    });
  };
  for (const words of byTooling)
    add(words, () => Promise.reject(new UsageFault(`"${words.name}" is for npm run admin alone.`)));
  add(doctor, async (options) => await runDoctor(run, options));
  add(
    seed,
    async ({ demo, dryRun, dir }) =>
      await run.seed({ demo: demo === true, dryRun: dryRun === true, dir }),
  );
  const ofPlugins = Object.values(run.plugins ?? {}).flatMap(
    (plugin) => plugin.commands?.(run.environment) ?? [],
  );
  for (const one of [...commands, ...ofPlugins])
    add(one, async (options, given) => {
      await runCommand(run, one, options, given);
      return 0;
    });
  return program;
}

/**
 * Runs one admin command.
 * @returns the exit code: 0 done, 1 refused or failed (with a sentence), 2 wrong usage
 */
export async function runAdmin(run: AdminRun): Promise<number> {
  const { words, printFault } = run;
  let code = 0;
  const program = programOf(run, (result) => {
    code = result;
  });
  try {
    refuseSwallowed(
      run,
      words.reduce((group, word) => childOf(group, word) ?? group, program),
    );
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageFault) {
      printFault(error.message);
      printFault(listsCommands);
      return 2;
    }
    const sentences = await sentencesOf(error);
    if (sentences === null) throw error;
    for (const sentence of sentences) printFault(sentence);
    return 1;
  }
}

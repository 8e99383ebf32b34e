import type { ParseArgsConfig } from 'node:util';

import { langs, type Lang } from '@wasl/contracts';

import type { Deps } from '../platform/program/deps.ts';
import { langOf } from '../platform/i18n/lang-of.ts';
import type { ShowProgress } from './progress.ts';
import type { Cell } from './table.ts';

/** What a command may use. */
export interface AdminContext {
  readonly deps: Deps;
  readonly print: (line: string) => void;
  /** Prints rows under their headings; with `--json` they are objects under this name. */
  readonly table: (
    name: string,
    headings: readonly string[],
    rows: readonly (readonly Cell[])[],
  ) => void;
  /** Only where a person looks on: not with `--json`. */
  readonly showProgress: ShowProgress;
}

export interface CommandArguments {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, boolean | undefined>>;
  readonly texts: Readonly<Record<string, string | undefined>>;
}

/** One command of `npm run admin`. */
export interface AdminCommand {
  /** Its words: `agents approve`. */
  readonly name: string;
  /** What follows the words, for the help: `<e-mail>`. */
  readonly usage: string;
  readonly summary: string;
  /** Names of what must follow, in order. */
  readonly positionals?: readonly string[];
  /** Names of what may follow those, in order. */
  readonly optional?: readonly string[];
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Options with a value. */
  readonly texts?: readonly string[];
  /** Takes `--json` and answers for programs with it. */
  readonly isRead?: true;
  /** What a refusal means here, by its code or, for one at a field, `<field>.<key>`; without it the portal's own words are said. */
  readonly refusals?: Readonly<Record<string, string>>;
  run(context: AdminContext, given: CommandArguments): Promise<void>;
}

/** The command was written wrongly: a sentence and exit code 2. */
export class UsageFault extends Error {}

/** The command cannot be done: a sentence and exit code 1. */
export class Refusal extends Error {}

/** The options of a command as `parseArgs` of node:util wants them. */
export function optionsOf({
  flags = [],
  texts = [],
  isRead,
}: AdminCommand): NonNullable<ParseArgsConfig['options']> {
  return {
    ...(isRead === true ? { json: { type: 'boolean' as const } } : {}),
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
    ...Object.fromEntries(texts.map((name) => [name, { type: 'string' as const }])),
  };
}

/** The value of an option that must be there. @throws UsageFault */
export function required(given: CommandArguments, name: string): string {
  const value = given.texts[name]?.trim() ?? '';
  if (value === '') throw new UsageFault(`--${name} is missing.`);
  return value;
}

/** What follows the command's words at a place; the number of them was checked before. */
export function positional(given: CommandArguments, index: number): string {
  return given.positionals[index] ?? '';
}

/** An id as typed. @throws UsageFault */
export function idOf(text: string, what: string): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2_147_483_647) {
    throw new UsageFault(`${what} must be a number, not "${text}".`);
  }
  return id;
}

/** The language of `--lang`, French without one. A script is told of a slip, where a page would speak French. @throws UsageFault */
export function langGiven(text = 'fr'): Lang {
  const lang = langOf(text);
  if (lang !== text) throw new UsageFault(`--lang must be one of ${langs.join(', ')}.`);
  return lang;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The instant of `--since`, so many days ago: `7d`. @throws UsageFault */
export function sinceOf(text: string, now: Date): Date {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days === undefined)
    throw new UsageFault(`--since is a number of days such as 7d, not "${text}".`);
  return new Date(now.getTime() - Number(days) * dayMs);
}

import type { ParseArgsConfig } from 'node:util';

import type { Deps } from '../platform/deps.ts';

/** What a command may use. */
export interface AdminContext {
  readonly deps: Deps;
  readonly print: (line: string) => void;
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
}: AdminCommand): NonNullable<ParseArgsConfig['options']> {
  return {
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

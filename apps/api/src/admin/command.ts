import { langs, type Lang } from '@wasl/contracts';

import type { Deps } from '../platform/program/deps.ts';
import { langOf } from '../platform/i18n/lang-of.ts';
import type { ShowProgress } from './progress.ts';
import type { Cell } from './table.ts';

export interface AdminContext {
  readonly deps: Deps;
  readonly options: Options;
  readonly print: (line: string) => void;
  /** Prints rows under headings; with `--json`, objects under this name. */
  readonly table: (
    name: string,
    headings: readonly string[],
    rows: readonly (readonly Cell[])[],
  ) => void;
  /** Does nothing with `--json`. */
  readonly showProgress: ShowProgress;
}

type Flag =
  | 'awaiting'
  | 'demo'
  | 'dryRun'
  | 'failed'
  | 'json'
  | 'overLimit'
  | 'repair'
  | 'reset'
  | 'yes';
type Text =
  | 'as'
  | 'dir'
  | 'from'
  | 'lang'
  | 'month'
  | 'name'
  | 'observation'
  | 'organisation'
  | 'output'
  | 'reason'
  | 'service'
  | 'since'
  | 'state'
  | 'status'
  | 'to';

/** Options of a command: flags, and options with a value. */
export type Options = Readonly<Partial<Record<Flag, true> & Record<Text, string>>>;

/** A command and its usage, as `npm run admin -- --help` lists them. */
export interface CommandWords {
  /** Its words: `agents approve`. */
  readonly name: string;
  /** Arguments and options, the optional ones in brackets: `<e-mail>`, `[id]`, `--reason <text>`, `[--json]`. */
  readonly usage?: readonly string[];
  readonly summary: string;
}

export interface AdminCommand extends CommandWords {
  /** Texts for refusals by their code, or `<field>.<key>` for a field. The default is the portal's own text. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** @param given the arguments in order; an absent one is '' */
  run(context: AdminContext, ...given: readonly string[]): Promise<void>;
}

/** Wrong usage: prints a sentence and exits with 2. */
export class UsageFault extends Error {}

/** The command is refused: prints a sentence and exits with 1. */
export class Refusal extends Error {}

/** The value of a required option. @throws UsageFault */
export function required(options: Options, name: Text): string {
  const value = options[name]?.trim() ?? '';
  if (value === '') throw new UsageFault(`--${name} is missing.`);
  return value;
}

/** Parses an id. @throws UsageFault */
export function idOf(text: string, what: string): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(text) || id < 1 || id > 2_147_483_647) {
    throw new UsageFault(`${what} must be a number, not "${text}".`);
  }
  return id;
}

/** Language of `--lang`, default French. Unlike a page, a command refuses an unknown language. @throws UsageFault */
export function langGiven(text = 'fr'): Lang {
  const lang = langOf(text);
  if (lang !== text) throw new UsageFault(`--lang must be one of ${langs.join(', ')}.`);
  return lang;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Instant of `--since`, in days before now: `7d`. @throws UsageFault */
export function sinceOf(text: string, now: Date): Date {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days === undefined)
    throw new UsageFault(`--since is a number of days such as 7d, not "${text}".`);
  return new Date(now.getTime() - Number(days) * dayMs);
}

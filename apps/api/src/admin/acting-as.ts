import os from 'node:os';

import type { AdministratorWord } from '../platform/database/administrator-acts.repository.ts';
import { required, UsageFault, type Options } from './command.ts';

const longestName = 100;
const longestReason = 500;

/** Option of commands that record the acting person. */
export const asOption = '[--as <name>]';

function userOfMachine(): string {
  try {
    return os.userInfo().username;
  } catch {
    // In a container the user may have a number and no name.
    return `uid ${String(process.getuid?.() ?? 'unknown')}`;
  }
}

function line(name: string, text: string, longest: number): string {
  if (text.length > longest)
    throw new UsageFault(`--${name} has ${String(longest)} characters at most.`);
  if (/\p{Cc}/u.test(text)) throw new UsageFault(`--${name} is one line of text.`);
  return text;
}

/** Name of the acting person: `--as`, else the user of the machine. @throws UsageFault */
export function actingAs(options: Options): string {
  const given = options.as?.trim() ?? '';
  return line('as', given === '' ? userOfMachine() : given, longestName);
}

/** The acting person, with a reason if one is given. @throws UsageFault */
export function wordOf(options: Options): AdministratorWord {
  const reason = options.reason?.trim() ?? '';
  return {
    by: actingAs(options),
    reason: reason === '' ? null : line('reason', reason, longestReason),
  };
}

/** The acting person with a required reason. @throws UsageFault */
export function reasonedWordOf(options: Options): AdministratorWord & { readonly reason: string } {
  return {
    by: actingAs(options),
    reason: line('reason', required(options, 'reason'), longestReason),
  };
}

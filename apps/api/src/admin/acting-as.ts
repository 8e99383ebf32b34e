import os from 'node:os';

import type { AdministratorWord } from '../platform/database/administrator-acts.repository.ts';
import { required, UsageFault, type CommandArguments } from './command.ts';

const longestName = 100;
const longestReason = 500;

/** The options of a command that is written down with who did it. */
export const asOption = 'as';
export const asUsage = '[--as <name>]';

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

/** Who sits at the terminal: `--as`, else the user of the machine. @throws UsageFault */
export function actingAs({ texts }: CommandArguments): string {
  const given = texts[asOption]?.trim() ?? '';
  return line(asOption, given === '' ? userOfMachine() : given, longestName);
}

/** The same with why, where that is said. @throws UsageFault */
export function wordOf(given: CommandArguments): AdministratorWord {
  const reason = given.texts.reason?.trim() ?? '';
  return {
    by: actingAs(given),
    reason: reason === '' ? null : line('reason', reason, longestReason),
  };
}

/** The same where why must be said. @throws UsageFault */
export function reasonedWordOf(
  given: CommandArguments,
): AdministratorWord & { readonly reason: string } {
  return { by: actingAs(given), reason: line('reason', required(given, 'reason'), longestReason) };
}

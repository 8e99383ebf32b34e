import type { z } from 'zod';

/** Text of an issue without its path, for operators. */
export function issueWhat(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')
    ? `must be of type ${issue.expected}`
    : issue.message;
}

/**
 * Text of an issue for operators: `where: what`. Issues for users have a code and get their words from the contracts.
 */
export function issueText(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.');
  const what = issueWhat(issue);
  return where === '' ? what : `${where}: ${what}`;
}

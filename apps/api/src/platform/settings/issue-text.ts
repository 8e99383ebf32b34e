import type { z } from 'zod';

/** What is wrong, without where: for whoever runs the portal. */
export function issueWhat(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')
    ? `must be of type ${issue.expected}`
    : issue.message;
}

/**
 * A fault of a schema as a line for whoever runs the portal: `where: what`. Faults that people read are made of a code
 * and find their words in the contracts.
 */
export function issueText(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.');
  const what = issueWhat(issue);
  return where === '' ? what : `${where}: ${what}`;
}

/**
 * A fault that the person at the keyboard can mend. It is shown as its sentence alone, without a
 * stack trace, and ends the command with exit code 1.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** The `code` of a Node or PostgreSQL error (`ENOENT`, `EADDRINUSE`, `28P01` …), when it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What an error says, in one line; connection errors of Node may carry their text only inside. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(errorText).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}

/** An error that the user can fix. Only its sentence is shown, without a stack trace, and the command exits with 1. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** The `code` of a Node or PostgreSQL error (`ENOENT`, `EADDRINUSE`, `28P01` …), when it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Text of an error in one line; Node's connection errors may have it only in their inner errors. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(errorText).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}

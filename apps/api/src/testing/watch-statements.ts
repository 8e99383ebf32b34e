import pg from 'pg';
import { vi } from 'vitest';

/** Records the statements of the process until the mocks are restored. */
export function watchStatements(): string[] {
  const texts: string[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: unknown,
    ...args: unknown[]
  ) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text;
    texts.push(text ?? '');
    return query.apply(this, args);
  });
  return texts;
}

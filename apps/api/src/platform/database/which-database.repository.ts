import { parse } from 'pg-connection-string';

import type { Db } from './db.ts';

/** Describes the database at an address in one sentence, so that an operator does not mistake it for another. */
export async function whichDatabase(db: Db, url: string): Promise<string> {
  const { host, port, database } = parse(url);
  const place = `${host ?? 'localhost'}${port ? `:${port}` : ''}`;
  const [organisations, people, requests] = await Promise.all([
    db.partner.count(),
    db.user.count(),
    db.supportRequest.count(),
  ]);
  return `Database ${database ?? ''} at ${place}: ${String(organisations)} organisations, ${String(people)} people, ${String(requests)} requests.`;
}

import { displayName } from '../../platform/database/person-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { langOf } from '../../platform/i18n/lang-of.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { namedOfFiled } from '../../platform/mail/request-events.ts';
import { nameOf } from '../partners/index.ts';
import { filedRequestsRepository } from './filed-requests.repository.ts';
import { importsRepository } from './imports.repository.ts';

/** People told in one turn: memory does not grow with the file. */
const batch = 2000;

/**
 * Tells everyone for whom an imported file submitted requests: one mail each, however many lines name them; files that follow
 * while it waits (`mailMergeMinutes`) join it. Call it when every line is written.
 */
export async function tellOfFiled(
  { tx, mail }: { tx: Db; mail: Outbox },
  importId: number,
  partnerId: number,
): Promise<void> {
  const filed = filedRequestsRepository(tx);
  const organisation = await importsRepository(tx).organisation(partnerId);
  let after: string | null = null;
  for (;;) {
    const people = await filed.peopleToTell(importId, after, batch, namedOfFiled);
    await mail.enqueueMany(
      tx,
      people.map((person) => ({
        to: person.email,
        lang: langOf(person.lang),
        template: 'requestsFiled' as const,
        params: {
          name: displayName(person),
          organisation: nameOf(organisation, langOf(person.lang)),
          partnerId,
          count: person.count,
          requests: person.requests,
        },
      })),
    );
    const last = people.at(-1);
    if (last === undefined || people.length < batch) return;
    after = last.id;
  }
}

import type { Act } from '../../events/act.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { langOf } from '../../platform/i18n/lang-of.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { namedOfFiled } from '../../platform/mail/request-events.ts';
import { nameOf } from '../partners/index.ts';
import { filedRequestsRepository } from './filed-requests.repository.ts';
import { importsRepository } from './imports.repository.ts';

/** People whose mails are written in one statement. */
const batch = 2000;

/**
 * Notifies each person for whom an imported file submitted requests: one mail and one notice, however many lines name them.
 * Mails of files that follow within `mailMergeMinutes` join the first. Call it when every line is written.
 */
export async function notifyFiled(
  act: Act,
  mail: Outbox,
  importId: number,
  partnerId: number,
): Promise<void> {
  const { tx } = act;
  const filed = filedRequestsRepository(tx);
  const organisation = await importsRepository(tx).organisation(partnerId);
  let after: string | null = null;
  for (;;) {
    const people = await filed.peopleToTell(importId, after, batch, namedOfFiled);
    act.notify(
      people.map(({ id, count, requests: [first] }) => ({
        userId: id,
        kind: 'IMPORTED' as const,
        ...(count === 1 && first !== undefined ? { requestId: first.requestId } : {}),
        params: { partnerId, count },
      })),
    );
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

import { displayName } from '../../platform/auth/authenticate.ts';
import type { Db } from '../../platform/db.ts';
import { langOf } from '../../platform/i18n/lang-of.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { writeNotices } from '../notices/index.ts';
import { nameOf } from '../partners/index.ts';
import { filedRequestsRepository } from './filed-requests.repository.ts';
import { importsRepository } from './imports.repository.ts';

/** People told in one turn: memory does not grow with the file. */
const batch = 2000;

/**
 * Tells everyone whose agreement an imported file needs: one mail and one notice each, however many lines name them,
 * and none where the same organisation asked them within a day. Call it when every line is written.
 */
export async function askForAgreement(
  { tx, mail }: { tx: Db; mail: Outbox },
  importId: number,
  partnerId: number,
): Promise<void> {
  const filed = filedRequestsRepository(tx);
  if (!(await filed.hasWaiting(importId))) return;
  // Two files at once: the second looks when the first has told.
  await filed.lockAsking(partnerId);
  const organisation = await importsRepository(tx).organisation(partnerId);
  let after: string | null = null;
  for (;;) {
    const people = await filed.peopleToAsk(importId, partnerId, after, batch);
    await writeNotices(tx).write(
      people.map(({ id, count, requestId }) => ({
        userId: id,
        kind: 'AGREEMENT_ASKED' as const,
        ...(count === 1 ? { requestId } : {}),
        params: { partnerId, count },
      })),
    );
    await mail.enqueueMany(
      tx,
      people.map((person) => ({
        to: person.email,
        lang: langOf(person.lang),
        template: 'agreementAsked' as const,
        params: {
          name: displayName(person),
          organisation: nameOf(organisation, langOf(person.lang)),
          count: person.count,
          requestId: person.requestId,
        },
      })),
    );
    const last = people.at(-1);
    if (last === undefined || people.length < batch) return;
    after = last.id;
  }
}

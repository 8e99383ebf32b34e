import type { Act } from '../../events/act.ts';
import { mostFiledNamed } from '../../platform/mail/mails/request-mails.ts';
import { filedRequestsRepository } from './filed-requests.repository.ts';
import { importsRepository } from './imports.repository.ts';

/** People per read. */
const batch = 2000;
/** People per write: composing the mails of more would hold the event loop. */
const writtenAtOnce = 200;

/**
 * Notifies the people in an imported file about their submitted requests: one mail and one notice per person. Mails of
 * files within `mailMergeMinutes` are merged with the first. Call it when every line is written.
 */
export async function notifyFiled(act: Act, importId: number, partnerId: number): Promise<void> {
  const { tx } = act;
  const filed = filedRequestsRepository(tx);
  const organisation = await importsRepository(tx).organisation(partnerId);
  let after: string | null = null;
  for (;;) {
    const people = await filed.peopleToNotify(importId, after, batch, mostFiledNamed);
    for (let at = 0; at < people.length; at += writtenAtOnce) {
      act.record(
        ...people.slice(at, at + writtenAtOnce).map(({ count, requests, ...person }) => ({
          type: 'requests.filed' as const,
          person,
          organisation,
          partnerId,
          count,
          requests,
        })),
      );
      await act.finish();
    }
    const last = people.at(-1);
    if (last === undefined || people.length < batch) return;
    after = last.id;
  }
}

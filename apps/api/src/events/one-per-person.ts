import type { NoticeKind } from '@wasl/contracts';

import { groupBy } from '../platform/program/group-by.ts';
import type { WrittenNotice } from './notices.repository.ts';

/** Priority of the notices of one act to one person: the lowest number is written. Tasks come before news. */
const urgency: Readonly<Record<NoticeKind, number>> = {
  AGREEMENT_ASKED: 0,
  DOCUMENTS_ASKED: 0,
  REPHRASE: 0,
  FILE_INFECTED: 0,
  FILE_REMOVED: 0,
  NEW_STEP: 0,
  NEW_STEPS: 0,
  MESSAGE: 0,
  MENTIONED: 0,
  COLLEAGUE_AWAITING: 0,
  MAKER_LEFT: 0,
  WEBHOOK_OFF: 0,
  HANDED_OVER: 1,
  DOCUMENTS_RECEIVED: 1,
  PASSED_ON: 1,
  DUPLICATE: 1,
  REOPENED: 1,
  RESTORED: 1,
  TAKEN_AGAIN: 1,
  DOCUMENT_NOT_NEEDED: 1,
  WITHDRAWN: 1,
  AGREEMENT_WITHDRAWN: 1,
  TURN_TAKEN_BACK: 2,
  HELD: 2,
  RESUMED: 2,
  STATUS: 2,
  PROGRESS: 3,
  ASSIGNED: 4,
  IMPORTED: 5,
  RATED: 5,
};

/**
 * Merges several notices of one kind into one with a count. It links to what all of them are about, and replaces
 * nothing.
 */
function joined(notices: readonly [WrittenNotice, ...WrittenNotice[]]): WrittenNotice {
  const [first, ...others] = notices;
  if (others.length === 0) return first;
  const { requestId, stepId, isReplacing: _, isCounted: __, ...rest } = first;
  const isOneRequest = others.every((other) => other.requestId === requestId);
  const place = isOneRequest
    ? {
        ...(requestId === undefined ? {} : { requestId }),
        ...(stepId === undefined ? {} : { stepId }),
      }
    : {};
  const count = notices.reduce((sum, { params }) => sum + (params?.count ?? 1), 0);
  return { ...rest, ...place, params: { ...first.params, count } };
}

/**
 * Reduces the notices to one per person (behaviour §10.13). A replacing notice that is not written still removes what
 * it replaces.
 */
export function onePerPerson(notices: readonly WrittenNotice[]): WrittenNotice[] {
  const byPerson = groupBy(notices, ({ userId }) => userId);
  return [...byPerson.values()].flatMap((own) => {
    const least = Math.min(...own.map(({ kind }) => urgency[kind]));
    const [first] = own.filter(({ kind }) => urgency[kind] === least);
    if (first === undefined) return [];
    const same = own.filter(({ kind }) => kind === first.kind);
    const superseded = own.filter(
      (notice) => notice.isReplacing === true && (notice.kind !== first.kind || same.length > 1),
    );
    return [
      ...superseded.map((notice) => ({ ...notice, isSuperseded: true as const })),
      joined([first, ...same.slice(1)]),
    ];
  });
}

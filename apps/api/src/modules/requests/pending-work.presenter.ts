import type { Lang, WaitingKind, PendingWork } from '@wasl/contracts';

import { nameOf } from '../partners/index.ts';
import type { WaitingRow } from './pending-work.repository.ts';
import { presentStepSummary } from './requests.presenter.ts';

/** Presents the pending actions of a person by kind. @param rows the requests to name for each kind, newest first */
export function presentPendingWork(rows: readonly WaitingRow[], lang: Lang): PendingWork {
  const of = (kind: WaitingKind): PendingWork[WaitingKind] => {
    const waiting = rows.filter((row) => row.kind === kind);
    return {
      total: waiting[0]?.total ?? 0,
      requests: waiting.map((row) => ({
        id: row.id,
        numRequest: row.numRequest,
        organisation: row.title === null ? null : nameOf(row, lang),
        description: row.description,
        observation: row.observation,
        steps: row.summaries.map((step) => presentStepSummary(step, lang)),
      })),
    };
  };
  return {
    AGREE: of('AGREE'),
    HAND_IN: of('HAND_IN'),
    ANSWER: of('ANSWER'),
    REPHRASE: of('REPHRASE'),
    RATE: of('RATE'),
    DRAFT: of('DRAFT'),
    UNSAVED: rows.find(({ kind }) => kind === 'UNSAVED')?.savedAt?.toISOString() ?? null,
  };
}

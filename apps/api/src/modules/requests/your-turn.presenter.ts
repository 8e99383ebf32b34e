import type { Lang, WaitingKind, YourTurn } from '@wasl/contracts';

import { nameOf } from '../partners/index.ts';
import type { WaitingRow } from './your-turn.repository.ts';

/** Presents the pending actions of a person by kind. @param rows the requests to name for each kind, newest first */
export function presentYourTurn(rows: readonly WaitingRow[], lang: Lang): YourTurn {
  const of = (kind: WaitingKind): YourTurn[WaitingKind] => {
    const waiting = rows.filter((row) => row.kind === kind);
    return {
      total: waiting[0]?.total ?? 0,
      requests: waiting.map((row) => ({
        id: row.id,
        numRequest: row.numRequest,
        organisation: row.title === null ? null : nameOf(row, lang),
      })),
    };
  };
  return {
    AGREE: of('AGREE'),
    HAND_IN: of('HAND_IN'),
    REPHRASE: of('REPHRASE'),
    RATE: of('RATE'),
    DRAFT: of('DRAFT'),
    UNSAVED: rows.find(({ kind }) => kind === 'UNSAVED')?.savedAt?.toISOString() ?? null,
  };
}

import type { Lang, NoticeKind, NoticeView, RequestStatus } from '@wasl/contracts';
import { noticeKinds, requestStatuses } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { displayName } from '../../platform/auth/authenticate.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { labelOf, type Labelled } from '../reference/index.ts';
import type { NoticeParams, NoticeRow } from './notices.repository.ts';

export function paramsOf(row: NoticeRow): NoticeParams {
  return row.params as NoticeParams;
}

/** The list in which a notice's status has its label. */
export function statusParent(kind: string): 'STATUS' | 'PROCESSING_STEP_STATUS' {
  return kind === 'PROGRESS' ? 'PROCESSING_STEP_STATUS' : 'STATUS';
}

/** Words found for a page of notices. */
export interface NoticeWords {
  readonly items: ReadonlyMap<string, Labelled>;
  readonly partners: ReadonlyMap<number, string>;
}

function targetOf(actor: Actor, kind: NoticeKind, row: NoticeRow): NoticeView['target'] {
  if (kind === 'MESSAGE') return 'MESSAGES';
  if (kind === 'COLLEAGUE_AWAITING') return 'COLLEAGUES';
  if (actor.role === 'PARTENAIRE') return 'WORKLIST';
  // Its page has the answer's buttons, or says what became of it.
  if (kind === 'AGREEMENT_ASKED') return 'REQUEST';
  const status = requestStatuses.find(
    (known): known is RequestStatus => known === row.request?.status,
  );
  if (status === undefined) return 'REQUEST';
  if (canBeneficiary('follow', status)) return 'FOLLOW_UP';
  return kind === 'REPHRASE' && canBeneficiary('edit', status) ? 'EDIT' : 'REQUEST';
}

/** A notice for its reader; undefined for a kind that this version does not know. */
export function presentNotice(
  row: NoticeRow,
  { actor, lang, words }: { actor: Actor; lang: Lang; words: NoticeWords },
): NoticeView | undefined {
  const kind = noticeKinds.find((known) => known === row.kind);
  if (kind === undefined) return undefined;
  const { status, percent, documents, count, partnerId, numRequest } = paramsOf(row);
  const labelled = (parent: string, code: string): string => {
    const item = words.items.get(`${parent} ${code}`);
    return item === undefined ? code : labelOf(item, lang);
  };
  return {
    id: row.id,
    kind,
    at: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
    target: targetOf(actor, kind, row),
    requestId: row.requestId,
    stepId: row.stepId,
    numRequest: row.request?.numRequest ?? numRequest ?? null,
    organisation:
      row.step?.partner.title ??
      (partnerId === undefined ? null : (words.partners.get(partnerId) ?? null)),
    beneficiary: row.request === null ? null : displayName(row.request.beneficiary),
    service: row.step === null ? null : labelOf(row.step.titleItem, lang),
    status:
      status === undefined ? null : { code: status, libelle: labelled(statusParent(kind), status) },
    percent: percent ?? null,
    documents: (documents ?? []).map((code) => labelled('DOCUMENT', code)),
    count: count ?? null,
    person: row.about === null ? null : displayName(row.about),
  };
}

import type { Lang, NoticeKind, NoticeView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { displayName } from '../../platform/auth/authenticate.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { nameOf, type OrganisationName } from '../partners/index.ts';
import { labelOf, type Labelled } from '../reference/index.ts';

import type { NoticeParams, NoticeRow } from './notices.repository.ts';

export function paramsOf(row: NoticeRow): NoticeParams {
  return row.params as NoticeParams;
}

/** The list in which a notice's status has its label. */
export function statusParent(kind: NoticeKind): 'STATUS' | 'PROCESSING_STEP_STATUS' {
  return kind === 'PROGRESS' ? 'PROCESSING_STEP_STATUS' : 'STATUS';
}

/** Words found for a page of notices. */
export interface NoticeWords {
  readonly items: ReadonlyMap<string, Labelled>;
  readonly partners: ReadonlyMap<number, OrganisationName>;
}

function targetOf(actor: Actor, kind: NoticeKind, row: NoticeRow): NoticeView['target'] {
  if (kind === 'MESSAGE') return 'MESSAGES';
  if (kind === 'COLLEAGUE_AWAITING') return 'COLLEAGUES';
  if (actor.role === 'PARTENAIRE') return 'WORKLIST';
  // Its page has the answer's buttons, or says what became of it.
  if (kind === 'AGREEMENT_ASKED') return 'REQUEST';
  if (row.request === null) return 'REQUEST';
  const status = requestStatusOf(row.request.status);
  if (canBeneficiary('follow', status)) return 'FOLLOW_UP';
  return kind === 'REPHRASE' && canBeneficiary('edit', status) ? 'EDIT' : 'REQUEST';
}

/** A notice for its reader. */
export function presentNotice(
  row: NoticeRow,
  { actor, lang, words }: { actor: Actor; lang: Lang; words: NoticeWords },
): NoticeView {
  const { kind } = row;
  const { status, percent, documents, count, partnerId, numRequest } = paramsOf(row);
  const labelled = (parent: string, code: string): string => {
    const item = words.items.get(`${parent} ${code}`);
    return item === undefined ? code : labelOf(item, lang);
  };
  const organisation =
    row.step?.partner ?? (partnerId === undefined ? undefined : words.partners.get(partnerId));
  return {
    id: row.id,
    kind,
    at: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
    target: targetOf(actor, kind, row),
    requestId: row.requestId,
    stepId: row.stepId,
    numRequest: row.request?.numRequest ?? numRequest ?? null,
    organisation: organisation === undefined ? null : nameOf(organisation, lang),
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

import type { Lang, NoticeKind, NoticeView } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { nameOf } from '../partners/index.ts';
import { labelOf } from '../reference/index.ts';

import type { NoticeParams } from '../../events/notices.repository.ts';
import type { ListedNotice } from './notices.repository.ts';

function paramsOf(row: ListedNotice): NoticeParams {
  return row.params as NoticeParams;
}

/** The reference list with the label of a notice's status. */
function statusParent(kind: NoticeKind): 'STATUS' | 'PROCESSING_STEP_STATUS' {
  return kind === 'PROGRESS' ? 'PROCESSING_STEP_STATUS' : 'STATUS';
}

/** Kinds after which the person edits the request, where its status permits it. */
const toEdit: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'REPHRASE',
  'FILE_INFECTED',
  'FILE_REMOVED',
]);

function targetOf(actor: Actor, kind: NoticeKind, row: ListedNotice): NoticeView['target'] {
  if (kind === 'MESSAGE') return 'MESSAGES';
  if (kind === 'COLLEAGUE_AWAITING') return 'COLLEAGUES';
  if (kind === 'WEBHOOK_OFF' || kind === 'MAKER_LEFT') return 'OTHER_SYSTEMS';
  if (actor.role === 'PARTENAIRE') return 'WORKLIST';
  // The request's page has the buttons to answer, or shows the result.
  if (kind === 'AGREEMENT_ASKED') return 'REQUEST';
  if (row.request === null) return 'REQUEST';
  const status = requestStatusOf(row.request.status);
  if (canBeneficiary('follow', status)) return 'FOLLOW_UP';
  return toEdit.has(kind) && canBeneficiary('edit', status) ? 'EDIT' : 'REQUEST';
}

export function presentNotice(
  row: ListedNotice,
  { actor, lang }: { actor: Actor; lang: Lang },
): NoticeView {
  const { kind } = row;
  const { status, percent, documents, count, numRequest, reason } = paramsOf(row);
  const labelled = (parent: string, code: string): string => {
    const item = row.words.find((word) => word.parent === parent && word.code === code);
    return item === undefined ? code : labelOf(item, lang);
  };
  const organisation = row.step?.partner ?? row.organisation;
  return {
    id: row.id,
    kind,
    at: new Date(row.createdAt).toISOString(),
    isRead: row.readAt !== null,
    target: targetOf(actor, kind, row),
    requestId: row.requestId,
    stepId: row.stepId,
    numRequest: row.request?.numRequest ?? numRequest ?? null,
    organisation: organisation && nameOf(organisation, lang),
    beneficiary: row.request === null ? null : displayName(row.request.beneficiary),
    service: row.step === null ? null : labelOf(row.step.titleItem, lang),
    status:
      status === undefined ? null : { code: status, libelle: labelled(statusParent(kind), status) },
    percent: percent ?? null,
    documents: (documents ?? []).map((code) => labelled('DOCUMENT', code)),
    count: count ?? null,
    person: row.about === null ? null : displayName(row.about),
    next: kind === 'PASSED_ON' && row.organisation ? nameOf(row.organisation, lang) : null,
    reason: reason ?? null,
  };
}

import {
  wireDateTime,
  type TimelineKind,
  type HistoryItem,
  type Lang,
  type UsualDelay,
} from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import { system } from '../../events/author.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { nameOf, presentAuthor } from '../partners/index.ts';
import { labelOf } from '../reference/index.ts';
import { loadStatusLabels, readUsualDelay } from '../requests/index.ts';
import { readErased, readReason } from '../../rules/reasons.ts';
import { historyRepository, type HistoryRow } from './history.repository.ts';

const agreementKinds: Readonly<Record<string, TimelineKind>> = {
  WAITING: 'agreementAsked',
  GIVEN: 'agreementGiven',
  REFUSED: 'agreementRefused',
  WITHDRAWN: 'agreementWithdrawn',
};

/** Returns the kind of timeline entry for an event; null for an event that is only recorded. */
export function toTimelineKind(event: HistoryRow, isDuplicate = false): TimelineKind | null {
  const isOfStep = event.stepId !== null;
  switch (event.kind) {
    case 'CREATED':
      return 'created';
    case 'SUBMITTED':
      return 'submitted';
    case 'ROUTED':
      return 'entrusted';
    case 'STEP_ASSIGNED':
      return 'turn';
    case 'STEP_STATUS':
      // REJECTED never comes from the organisation: the request went back or was withdrawn, or the administrator closed
      // the step.
      if (event.toStatus === 'DECLINED') return isDuplicate ? 'duplicate' : 'declined';
      if (event.fromStatus === 'PROCESSED') return 'reopened';
      if (event.fromStatus === 'DECLINED') return 'takenAgain';
      if (event.toStatus === 'NOT_STARTED') return 'waits';
      // The person's documents unblocked the step, and they have their own entry.
      if (event.fromStatus === 'BLOCKED' && event.actorRole === 'BENEFICIAIRE') return null;
      return event.toStatus === 'REJECTED' ? 'closed' : 'progress';
    case 'DOCUMENT_REQUESTED':
      return 'documentAsked';
    case 'DOCUMENT_WITHDRAWN':
      return 'documentWithdrawn';
    case 'DOCUMENT_UPLOADED':
      // Documents of a draft have no entry.
      return isOfStep ? 'documentReceived' : null;
    case 'DOCUMENT_ERASED': {
      const erased = readErased(event.detail);
      if (erased === null) return null;
      return erased.code === '' ? 'fileRemoved' : 'documentRemoved';
    }
    case 'REMINDED':
      return 'reminded';
    case 'RATED':
      return 'rated';
    case 'STATUS':
      if (event.toStatus === 'RETIREE') return 'withdrawn';
      return event.toStatus === 'A_REFOURMULER' ? 'sentBack' : 'status';
    case 'UPDATED':
      return event.fromStatus === 'A_REFOURMULER' ? 'corrected' : null;
    case 'RESTORED':
      return 'restored';
    case 'OWNER':
      if (event.toOwnerId === null) return 'letGo';
      if (event.actorRole === system.role) return 'givenByLoad';
      return event.toOwnerId === event.actorId ? 'taken' : 'handedOver';
    case 'INVITED':
      return 'invited';
    case 'SNOOZED':
      return 'snoozed';
    case 'WOKEN':
      return 'woken';
    case 'AGREEMENT':
      return agreementKinds[event.toStatus ?? ''] ?? null;
    default:
      return null;
  }
}

/** Kinds of events that only colleagues see. */
const ofColleagues: ReadonlySet<string> = new Set(['OWNER', 'INVITED', 'SNOOZED', 'WOKEN']);

/** Whether the event's detail is the administrator's reason, which readers may see. */
function hasVisibleReason({ kind, toStatus }: HistoryRow): boolean {
  return kind === 'STATUS' && (toStatus === 'A_REFOURMULER' || toStatus === 'EN_ATTENTE');
}

export function historyService({ db }: Pick<Deps, 'db'>) {
  const repository = historyRepository(db);
  return {
    /**
     * Returns the timeline, oldest first. An agent sees the names of colleagues only, on the steps of their
     * organisation.
     * @throws ApiError NOT_FOUND
     */
    async of(
      actor: Actor,
      requestId: number,
      lang: Lang,
    ): Promise<{ items: HistoryItem[]; usualDelay: UsualDelay | null }> {
      const [found, labels] = await Promise.all([
        repository.of(actor, requestId),
        loadStatusLabels(db),
      ]);
      if (found === undefined) throw new ApiError('NOT_FOUND');
      const { events } = found;
      const steps = new Map(found.steps.map((step) => [step.id, step]));
      const people = new Map(found.people.map((one) => [one.id, one]));
      const documents = new Map(found.documents.map((item) => [item.code, item]));
      const documentNamed = (code: string | null): string | null => {
        if (code === null || code === '') return null;
        const item = documents.get(code);
        return item === undefined ? code : labelOf(item, lang);
      };
      const isColleagues = ({ stepId }: HistoryRow): boolean =>
        actor.partnerId !== null && steps.get(stepId ?? -1)?.partnerId === actor.partnerId;
      const items = events.flatMap((event): HistoryItem[] => {
        const step = event.stepId === null ? undefined : steps.get(event.stepId);
        const duplicateOf = step?.duplicateOf ?? null;
        const what = toTimelineKind(event, duplicateOf !== null);
        // An untouched step is deleted when the request is sent back, so its events have no name to show.
        if (what === null || (event.stepId !== null && step === undefined)) return [];
        const isOfColleagues = isColleagues(event);
        if (ofColleagues.has(event.kind) && !isOfColleagues) return [];
        if (what === 'fileRemoved' && actor.role === 'PARTENAIRE' && !isOfColleagues) return [];
        const author = people.get(event.actorId ?? '') ?? null;
        const owner = people.get(event.toOwnerId ?? event.fromOwnerId ?? '');
        const erased = event.kind === 'DOCUMENT_ERASED' ? readErased(event.detail) : null;
        const code =
          event.stepId !== null && event.kind.startsWith('DOCUMENT_') ? event.detail : null;
        const named = erased === null ? code : erased.code;
        // Only the person sees why an organisation declined a step. The next organisation does not.
        const isOwner = actor.role === 'BENEFICIAIRE';
        const isReasonShown =
          what === 'withdrawn' || ((what === 'declined' || what === 'duplicate') && isOwner);
        const why = isReasonShown ? readReason(event.detail) : null;
        const list = step === undefined ? 'STATUS' : 'PROCESSING_STEP_STATUS';
        return [
          {
            id: event.id,
            at: wireDateTime(event.at),
            what,
            status:
              event.toStatus === null || event.kind === 'AGREEMENT'
                ? null
                : labels.named(list, event.toStatus, lang),
            service: step === undefined ? null : labelOf(step.titleItem, lang),
            organisation: step === undefined ? null : nameOf(step.partner, lang),
            percent: what === 'progress' ? event.percent : null,
            document: documentNamed(named),
            reason: why?.reason ?? null,
            observation: hasVisibleReason(event)
              ? event.detail
              : (erased?.reason ?? why?.text ?? null),
            duplicateOf: what === 'duplicate' && isOwner ? (duplicateOf?.numRequest ?? null) : null,
            by:
              isOfColleagues && event.actorRole !== 'BENEFICIAIRE'
                ? presentAuthor(actor, author, event.actorRole === 'ADMINISTRATEUR')
                : null,
            owner: event.kind === 'OWNER' && owner !== undefined ? displayName(owner) : null,
          },
        ];
      });
      return { items, usualDelay: readUsualDelay(found.delays) };
    },
  };
}

import type { Lang } from '@wasl/contracts';
import {
  administrationPageSize,
  type AssignRefusal,
  type UnroutedRowView,
} from '@wasl/contracts/administration';

import type { AdministratorWord } from '../../platform/database/administrator-acts.repository.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { inLang, labelOf, nameOf } from '../../platform/i18n/in-lang.ts';
import { localized } from '../../platform/i18n/localized.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { canAssign } from '../../policies/request-actions.ts';
import { requestAdministration, unroutedService, type UnroutedRequest } from '../requests/index.ts';

/** Characters of a need in the list. */
const needLength = 200;

function presentRequest(request: UnroutedRequest, lang: Lang): UnroutedRowView {
  const { id, numRequest, status, submittedAt, beneficiary, journeyDef, description } = request;
  return {
    id,
    numRequest,
    status,
    submittedAt: submittedAt?.toISOString() ?? null,
    name: displayName(beneficiary),
    town: beneficiary.city,
    journey: journeyDef === null ? null : inLang(lang, localized('title', journeyDef)),
    services: request.services.map(({ item, reason, organisations }) => ({
      code: item.code,
      title: labelOf(item, lang),
      reason,
      organisations: organisations.map((one) => nameOf(one, lang)),
    })),
    // By characters: a cut surrogate pair would not be text.
    need: description === null ? null : Array.from(description).slice(0, needLength).join(''),
  };
}

/** The last request of a page, as `<submitted in ms>-<id>`. */
const cursorOf = ({ submittedAt, id }: UnroutedRequest): string =>
  `${String(submittedAt?.getTime() ?? 0)}-${String(id)}`;

/** @throws ApiError INVALID_INPUT */
function readCursor(after: string): { submittedMs: number; id: number } {
  const [, ms, id] = /^(\d{1,15})-(\d{1,10})$/.exec(after) ?? [];
  if (ms === undefined || id === undefined) throw invalidField('after', 'invalid');
  return { submittedMs: Number(ms), id: Number(id) };
}

/** Requests without an organisation, and their assignment by administrators. */
export function unroutedRequestsService(deps: Deps) {
  const unrouted = unroutedService(deps);

  /** Assigns each unattended service of a request. */
  async function assignRequest(
    request: UnroutedRequest | undefined,
    organisationId: number,
    word: AdministratorWord,
  ): Promise<AssignRefusal | null> {
    if (request === undefined || !canAssign(request.status)) return 'notWithOrganisations';
    if (request.services.length === 0)
      return request.status === 'EN COURS DE QUALIFICATION' ? 'noService' : 'assigned';
    const administration = requestAdministration(deps, word);
    try {
      for (const { item } of request.services)
        await administration.assignStep(request.numRequest, item.code, organisationId);
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'STATE_CONFLICT') return 'assigned';
      throw error;
    }
  }

  /** @throws ApiError INVALID_INPUT at `organisationId` */
  async function requireAttended(organisationId: number): Promise<void> {
    const organisations = await unrouted.organisations();
    if (!organisations.some(({ id }) => id === organisationId))
      throw invalidField('organisationId', 'unattended');
  }

  async function assignOne(id: number, organisationId: number, word: AdministratorWord) {
    const [request] = await unrouted.read([id]);
    return await assignRequest(request, organisationId, word);
  }

  return {
    /** @throws ApiError INVALID_INPUT at `after` */
    async list(after: string | undefined, lang: Lang) {
      const from = after === undefined ? null : readCursor(after);
      const { total, rows, hasMore } = await unrouted.page(from, administrationPageSize);
      const last = rows.at(-1);
      return {
        total,
        rows: rows.map((request) => presentRequest(request, lang)),
        next: hasMore && last !== undefined ? cursorOf(last) : null,
      };
    },

    async organisations(lang: Lang) {
      const organisations = await unrouted.organisations();
      return organisations.map((one) => ({ id: one.id, title: nameOf(one, lang) }));
    },

    /**
     * Assigns one request after the other.
     * @throws ApiError INVALID_INPUT at `organisationId`
     */
    async assign(
      { ids, organisationId }: { readonly ids: readonly number[]; readonly organisationId: number },
      word: AdministratorWord,
    ): Promise<{ id: number; refusal: AssignRefusal | null }[]> {
      await requireAttended(organisationId);
      const results = [];
      for (const id of ids)
        results.push({ id, refusal: await assignOne(id, organisationId, word) });
      return results;
    },

    /** The same by the numbers of requests. */
    async assignNumbers(
      numbers: readonly string[],
      organisationId: number,
      word: AdministratorWord,
    ): Promise<{ number: string; refusal: AssignRefusal | 'unknown' | null }[]> {
      await requireAttended(organisationId);
      const ids = await unrouted.idsOf(numbers);
      const results = [];
      for (const number of new Set(numbers)) {
        const id = ids.get(number);
        const refusal =
          id === undefined ? ('unknown' as const) : await assignOne(id, organisationId, word);
        results.push({ number, refusal });
      }
      return results;
    },
  };
}

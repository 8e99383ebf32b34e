import { randomUUID } from 'node:crypto';

import type { BodyOf, Endpoints, Lang } from '@wasl/contracts';

import { inAct } from '../../events/act.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inEqualTime } from '../../platform/auth/equal-time.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { isJourneyOpen, presentJourney } from '../journeys/index.ts';
import { searchTerms } from '../../rules/search-terms.ts';
import { presentCodeLibelle } from '../reference/index.ts';
import { fileAtCounter, type FilingAgent } from './counter-filing.ts';
import { counterRepository } from './counter.repository.ts';
import type { ImportDeps } from './import-job.ts';
import { withCounterSlot } from './import-slots.ts';
import { requestLookupsRepository } from './request-lookups.repository.ts';
import type { FiledRequest } from './request-writer.ts';

export type CounterDeps = ImportDeps & Pick<Deps, 'files'>;

/** People of one search. */
const mostFound = 8;
/** A filing by an address answers after this time, which is several times what it needs. */
const equalTimeMs = 500;

function agentOf(actor: Actor): FilingAgent {
  if (actor.partnerId === null) throw new ApiError('FORBIDDEN');
  return { actor, partnerId: actor.partnerId };
}

export function counterService(deps: CounterDeps) {
  const { db, files, limits, log } = deps;

  /** Counts an address that the organisation does not know. @throws ApiError TOO_MANY_REQUESTS */
  async function countUnknown(email: string, partnerId: number): Promise<void> {
    const people = await requestLookupsRepository(db).beneficiaries([email], partnerId);
    if ((people.get(email)?.acquaintance ?? 'unknown') !== 'unknown') return;
    const account = `partner ${String(partnerId)}`;
    if (await limits.tryConsume('importUnknownPeople', { account })) return;
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 * 60 });
  }

  return {
    async choices(actor: Actor, lang: Lang) {
      const { services, journeys } = await counterRepository(db).choices(agentOf(actor).partnerId);
      const now = deps.clock.now();
      return {
        services: services.map((item) => presentCodeLibelle(item, lang)),
        journeys: journeys
          .filter((row) => isJourneyOpen(row, now))
          .map((row) => presentJourney(row, lang, now))
          .map(({ id, title, journeyDefSettingDtos, questions }) => ({
            id,
            title,
            documents: journeyDefSettingDtos.map(({ name, mandatory }) => ({ ...name, mandatory })),
            questions,
          })),
      };
    },

    async findPeople(actor: Actor, search: string) {
      const { partnerId } = agentOf(actor);
      const terms = searchTerms(search);
      const { people, isCut } = await counterRepository(db).findPeople(
        terms,
        partnerId,
        mostFound + 1,
      );
      return { results: people.slice(0, mostFound), hasMore: isCut || people.length > mostFound };
    },

    /**
     * Files one request by the rules of an import's line. An address that the organisation does not know gets the same
     * answer with and without an account; each counts as an unknown recipient of the day.
     * @returns null while the person's agreement is awaited
     * @throws ApiError TOO_MANY_REQUESTS, INVALID_INPUT, those of {@link fileAtCounter} and of files
     */
    async file(
      actor: Actor,
      { filing, codes = [] }: BodyOf<Endpoints['fileRequest']>,
      uploads: readonly Upload[],
    ): Promise<FiledRequest | null> {
      const agent = agentOf(actor);
      const { partnerId } = agent;
      if (codes.length !== uploads.length || new Set(codes).size !== codes.length)
        throw invalidField('codes', 'invalid');
      const { person } = filing;
      const work = async (): Promise<FiledRequest | null> => {
        if ('email' in person) await countUnknown(person.email, partnerId);
        // The quota is the agent's: a full one of the person would reveal their account.
        const place = { ownerId: randomUUID(), quotaOf: actor.userId };
        return await files.store(db, place, uploads, async (stored) => {
          const documents = codes.flatMap((code, index) => {
            const bytes = stored[index];
            return bytes === undefined ? [] : [{ code, bytes }];
          });
          return await withCounterSlot(() =>
            inAct(deps, actor, (act) => fileAtCounter(act, deps, agent, filing, documents)),
          );
        });
      };
      const filed = 'email' in person ? await inEqualTime(work, equalTimeMs) : await work();
      log.info({
        event: 'counter.request_filed',
        userId: actor.userId,
        partnerId,
        requestId: filed?.id ?? null,
      });
      return filed;
    },
  };
}

import type { Lang } from '@wasl/contracts';
import type { JourneyBody, JourneyView } from '@wasl/contracts/administration';

import {
  administratorActsRepository,
  type AdministratorActKind,
} from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { lockReferenceData } from '../../platform/database/reference-lock.repository.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { inLang, labelOf, nameOf } from '../../platform/i18n/in-lang.ts';
import type { Deps } from '../../platform/program/deps.ts';
import {
  journeyDefinitionsRepository,
  type JourneyDefinition,
  type StoredJourney,
} from '../journeys/index.ts';
import { codeFromText, freeCode } from '../reference/index.ts';
import { referenceListsRepository } from './reference-lists.repository.ts';
import { versionOf } from './reference-lists.service.ts';

function presentJourney(stored: StoredJourney): JourneyView {
  const { slug: _, type: __, settings, questions, tasks, ...journey } = stored;
  return {
    ...journey,
    conditions: [...journey.conditions],
    documents: [...settings],
    questions: questions.map(({ help = null, options = [], ...question }) => ({
      ...question,
      help,
      options: [...options],
    })),
    tasks: tasks.map(({ service, partnerId, runsInParallel, days }) => ({
      service,
      organisationId: partnerId,
      runsInParallel,
      days,
    })),
  };
}

/** Gives new rows a code from their French label; stored rows have theirs. */
function withCodes<
  R extends { readonly code: string | null; readonly label: { readonly fr: string } },
>(rows: readonly R[], fallback: string): (R & { readonly code: string })[] {
  const taken = new Set(rows.flatMap(({ code }) => code ?? []));
  return rows.map((row) => {
    const code = row.code ?? freeCode(wantedCode(row.label.fr), fallback, taken);
    taken.add(code);
    return { ...row, code };
  });
}
/** A code of a journey begins with a letter. */
const wantedCode = (label: string): string =>
  codeFromText(label)
    .replace(/^[^A-Z]+/, '')
    .slice(0, 40);

/** @throws ApiError INVALID_INPUT for an unknown code, or another kind of a stored question */
function questionsOf(
  body: JourneyBody,
  stored: StoredJourney | null,
): JourneyDefinition['questions'] {
  body.questions.forEach(({ code, kind, options }, index) => {
    const path = `journey.questions.${String(index)}`;
    const before = stored?.questions.find((one) => one.code === code);
    if (code !== null && before === undefined) throw invalidField(`${path}.code`, 'unknownCode');
    if (before !== undefined && before.kind !== kind) throw invalidField(`${path}.kind`, 'invalid');
    options.forEach((option, place) => {
      const isKnown = before?.options?.some((one) => one.code === option.code) === true;
      if (option.code !== null && !isKnown)
        throw invalidField(`${path}.options.${String(place)}.code`, 'unknownCode');
    });
  });
  return withCodes(body.questions, 'QUESTION').map(({ help, options, ...question }) => ({
    ...question,
    ...(help === null ? {} : { help }),
    ...(options.length === 0 ? {} : { options: withCodes(options, 'CHOIX') }),
  }));
}

/** Active items by code, and those that the journey names already. */
async function known(db: Db, list: 'SERVICE' | 'DOCUMENT', named: readonly string[]) {
  const items = await referenceListsRepository(db).itemsOf(list);
  return new Map(
    items.flatMap(({ id, code, active }) => (active || named.includes(code) ? [[code, id]] : [])),
  );
}

/** @throws ApiError INVALID_INPUT for a service, an organisation or a document that may not be chosen */
async function definitionOf(
  db: Db,
  body: JourneyBody,
  stored: StoredJourney | null,
): Promise<JourneyDefinition> {
  const { documents, tasks, questions: _, ...journey } = body;
  const before = stored ?? { tasks: [], settings: [] };
  const services = await known(
    db,
    'SERVICE',
    before.tasks.map(({ service }) => service),
  );
  const types = await known(
    db,
    'DOCUMENT',
    before.settings.map(({ code }) => code),
  );
  const organisations = new Set([
    ...before.tasks.map(({ partnerId }) => partnerId),
    ...(await referenceListsRepository(db).organisations()).map(({ id }) => id),
  ]);
  documents.forEach(({ code }, index) => {
    if (!types.has(code))
      throw invalidField(`journey.documents.${String(index)}.code`, 'unknownCode');
  });
  return {
    ...journey,
    settings: documents,
    questions: questionsOf(body, stored),
    tasks: tasks.map(({ service, organisationId, runsInParallel, days }, index) => {
      const path = `journey.tasks.${String(index)}`;
      const titleItemId = services.get(service);
      if (titleItemId === undefined) throw invalidField(`${path}.service`, 'unknownCode');
      if (!organisations.has(organisationId))
        throw invalidField(`${path}.organisationId`, 'unknownCode');
      return { titleItemId, partnerId: organisationId, runsInParallel, days };
    }),
  };
}

/** Journeys, which administrators edit. */
export function journeyDefinitionsService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const repository = journeyDefinitionsRepository(db);

  async function record(
    tx: Db,
    kind: AdministratorActKind,
    slug: string,
    by: string,
  ): Promise<void> {
    await administratorActsRepository(tx).record(kind, {}, { by, reason: slug }, clock.now());
    log.info({ event: 'admin.journey_changed', journey: slug, by: 'administrator' });
  }

  return {
    /** All journeys by title. */
    async list(lang: Lang) {
      const all = (await repository.all()).map(({ slug, title, active, startDate, endDate }) => ({
        slug,
        title: inLang(lang, title),
        active,
        startDate,
        endDate,
      }));
      const { compare } = new Intl.Collator(lang);
      return all.sort((a, b) => compare(a.title, b.title));
    },

    /** @throws ApiError NOT_FOUND */
    async read(slug: string) {
      const stored = await repository.find(slug);
      if (stored === null) throw new ApiError('NOT_FOUND');
      const journey = presentJourney(stored);
      const used = await repository.usedTasks([slug]);
      return { version: versionOf(journey), journey, usedTasks: used.get(slug) ?? 0 };
    },

    /** Services, documents and organisations that a journey may name. */
    async choices(lang: Lang) {
      const lists = referenceListsRepository(db);
      const active = async (list: 'SERVICE' | 'DOCUMENT') =>
        (await lists.itemsOf(list)).filter((item) => item.active);
      return {
        services: (await active('SERVICE')).map((item) => ({
          code: item.code,
          label: labelOf(item, lang),
          days: item.days,
        })),
        documents: (await active('DOCUMENT')).map((item) => ({
          code: item.code,
          label: labelOf(item, lang),
        })),
        organisations: (await lists.organisations()).map(({ services, ...row }) => ({
          id: row.id,
          title: nameOf(row, lang),
          services: services.map(({ item }) => item.code),
        })),
      };
    },

    /**
     * @param by e-mail address of the administrator
     * @returns the name of the journey in addresses
     * @throws ApiError INVALID_INPUT
     */
    async create(body: JourneyBody, by: string): Promise<string> {
      return await inTransaction(db, async (tx) => {
        await lockReferenceData(tx);
        const journeys = journeyDefinitionsRepository(tx);
        // `new` is the address of the form.
        const stored = (await journeys.all()).map(({ slug }) => codeFromText(slug));
        const taken = new Set(['NEW', ...stored]);
        const code = freeCode(codeFromText(body.title.fr), 'PARCOURS', taken);
        const slug = code.toLowerCase().replaceAll('_', '-');
        await journeys.store(slug, await definitionOf(tx, body, null), 'PREDEFINI');
        await record(tx, 'JOURNEY_ADDED', slug, by);
        return slug;
      });
    },

    /**
     * Changes a journey. An unchanged one records nothing.
     * @throws ApiError NOT_FOUND; STATE_CONFLICT when it changed since `version`; INVALID_INPUT
     */
    async save(
      slug: string,
      { version, journey: body }: { version: string; journey: JourneyBody },
      by: string,
    ) {
      await inTransaction(db, async (tx) => {
        await lockReferenceData(tx);
        const journeys = journeyDefinitionsRepository(tx);
        const stored = await journeys.find(slug);
        if (stored === null) throw new ApiError('NOT_FOUND');
        if (versionOf(presentJourney(stored)) !== version) throw new ApiError('STATE_CONFLICT');
        const used = (await journeys.usedTasks([slug])).get(slug) ?? 0;
        if (body.tasks.length < used) throw invalidField('journey.tasks', 'tooFew');
        await journeys.store(slug, await definitionOf(tx, body, stored));
        const after = await journeys.find(slug);
        if (after !== null && versionOf(presentJourney(after)) === version) return;
        await record(tx, 'JOURNEY_CHANGED', slug, by);
      });
    },
  };
}

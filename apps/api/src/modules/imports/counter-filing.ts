import {
  counterDocumentCodes,
  dayOf,
  type AlreadyFiled,
  type BodyOf,
  type Endpoints,
} from '@wasl/contracts';

import type { Act } from '../../events/act.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { StoredBytes } from '../../platform/storage/files.ts';
import { missingDocuments, unaskedDocuments } from '../../rules/routing.ts';
import { changeAnswers, isJourneyOpen, missingAnswers, type Answer } from '../journeys/index.ts';
import { requestDocumentsRepository } from '../requests/index.ts';
import { counterRepository } from './counter.repository.ts';
import type { ImportDeps } from './import-job.ts';
import { importsRepository } from './imports.repository.ts';
import { hasTask, isOffered, requestPlanner, type CheckedRequest } from './request-drafts.ts';
import {
  requestLookupsRepository,
  type BeneficiaryRow,
  type JourneyRow,
  type RequestLookups,
} from './request-lookups.repository.ts';
import { requestWriter, type FiledRequest } from './request-writer.ts';

type Body = BodyOf<Endpoints['fileRequest']>;
type Filing = Body['filing'];
type Code = NonNullable<Body['codes']>[number];

/** A document that is stored, and waits for its row. */
export interface FiledDocument {
  readonly code: Code;
  readonly bytes: StoredBytes;
}

type FilingDeps = Pick<Deps, 'db' | 'files'> & Pick<ImportDeps, 'settings'>;

export interface FilingAgent {
  readonly actor: Actor;
  readonly partnerId: number;
}

/**
 * Checks documents and answers by the rules of a submission.
 * @returns the answers
 * @throws ApiError INVALID_INPUT, DOCUMENT_MISSING, ANSWER_MISSING (details: the missing documents and questions),
 * DOCUMENT_NOT_EXPECTED
 */
function checkPapers(
  { settings, questions }: JourneyRow,
  { urlVideo, answers: given = {} }: Filing,
  codes: readonly Code[],
): readonly Answer[] {
  const changed = changeAnswers(questions, [], given);
  if (!('answers' in changed)) {
    const { fault, isUnknown } = changed;
    throw invalidField(`filing.answers.${fault}`, isUnknown ? 'unknownCode' : 'invalid');
  }
  const { answers } = changed;
  const details = {
    documents: missingDocuments(settings, codes, urlVideo ?? null),
    questions: missingAnswers(questions, answers).map(({ code }) => code),
  };
  if (details.documents.length > 0) throw new ApiError('DOCUMENT_MISSING', { details });
  if (details.questions.length > 0) throw new ApiError('ANSWER_MISSING', { details });
  if (unaskedDocuments(settings, codes).length > 0) throw new ApiError('DOCUMENT_NOT_EXPECTED');
  return answers;
}

/**
 * Checks the content by the rules of an import's line.
 * @throws ApiError INVALID_INPUT, JOURNEY_OR_SERVICES, JOURNEY_CLOSED, and those of {@link checkPapers}
 */
function checkContent(
  filing: Filing,
  codes: readonly Code[],
  lookups: RequestLookups,
  { partnerId, now }: { readonly partnerId: number; readonly now: Date },
): Omit<CheckedRequest, 'person' | 'beneficiaryId'> {
  const { services = [], journeyDef = null, urlVideo = null, description = null } = filing;
  if ((journeyDef === null) === (services.length === 0)) throw new ApiError('JOURNEY_OR_SERVICES');
  const items = services.map((code, index) => {
    const service = lookups.services.get(code);
    if (!service) throw invalidField(`filing.services.${String(index)}`, 'unknownCode');
    return service;
  });
  const serviceItemIds = items
    .sort((a, b) => a.position - b.position || a.id - b.id)
    .map(({ id }) => id);
  const content = { description, urlVideo, journeyDefId: journeyDef, serviceItemIds };
  if (journeyDef === null) {
    if (!isOffered(serviceItemIds, lookups, partnerId))
      throw invalidField('filing.services', 'notOffered');
    if (codes.some((code) => !counterDocumentCodes.some((known) => known === code)))
      throw new ApiError('DOCUMENT_NOT_EXPECTED');
    return { ...content, journey: null, statedDate: null };
  }
  const journey = lookups.journeys.get(journeyDef);
  if (!journey) throw invalidField('filing.journeyDef', 'unknownCode');
  if (!hasTask(journey, partnerId)) throw invalidField('filing.journeyDef', 'notOffered');
  if (!isJourneyOpen(journey, now)) throw new ApiError('JOURNEY_CLOSED');
  const answers = checkPapers(journey, filing, codes);
  return { ...content, answers, journey, statedDate: null };
}

/**
 * The account of an address, opened where none exists. The caller learns nothing about an account that the
 * organisation does not know.
 */
async function personAt(
  { tx, now }: Act,
  { email, nom, prenom }: Extract<Filing['person'], { email: string }>,
  { actor, partnerId }: FilingAgent,
  importId: () => Promise<number>,
): Promise<{ person: BeneficiaryRow; isOpened: boolean }> {
  const accounts = counterRepository(tx);
  const find = async () =>
    (await requestLookupsRepository(tx).beneficiaries([email], partnerId)).get(email);
  const known = await find();
  if (known) return { person: known, isOpened: false };
  const account = { email, nom, prenom, lang: actor.lang };
  const id = await accounts.openAccount(account, { importId: await importId(), now });
  // Without an id the address is that of an agent or of a closed account, or another call opened it meanwhile.
  const person = (await find()) ?? (await accounts.anyAccount(email));
  if (!person) throw new Error('The account was not written');
  return { person, isOpened: id !== undefined };
}

/** @throws ApiError ALREADY_FILED with the day of the earlier filing */
async function refuseDuplicate(
  { tx }: Act,
  content: CheckedRequest,
  partnerId: number,
  again: boolean,
): Promise<void> {
  const [before] = await requestLookupsRepository(tx).filedBefore([content], partnerId);
  // As in an import: a person is not asked again while their answer is pending.
  if (before === undefined || (again && !before.isWaiting)) return;
  const details: AlreadyFiled = {
    filedOn: dayOf(before.filedAt),
    canFileAgain: !before.isWaiting,
  };
  throw new ApiError('ALREADY_FILED', { details });
}

/** Attaches the documents to the filed request. They belong to the person. */
async function attach(
  act: Act,
  { files }: Pick<Deps, 'files'>,
  requestId: number,
  ownerId: string,
  documents: readonly FiledDocument[],
): Promise<void> {
  for (const { code, bytes } of documents) {
    const place = { ...bytes.place, ownerId, requestId };
    const stored = await files.keep(act.tx, { ...bytes, place });
    await requestDocumentsRepository(act.tx).put(requestId, code, stored.id);
    act.record({ type: 'request.documentUploaded', requestId, code });
  }
}

/**
 * Files one request by the rules of an import's line. The same key again answers the same and files nothing.
 * @returns null while the person's agreement is awaited
 * @throws ApiError NOT_FOUND for a person outside of the search, ALREADY_FILED, INVALID_INPUT for a person who refused,
 * and those of {@link checkContent}
 */
export async function fileAtCounter(
  act: Act,
  deps: FilingDeps,
  agent: FilingAgent,
  filing: Filing,
  documents: readonly FiledDocument[],
): Promise<FiledRequest | null> {
  const { tx, now } = act;
  const { actor, partnerId } = agent;
  const counter = counterRepository(tx);
  let madeImport: number | undefined;
  const importId = async (): Promise<number> =>
    (madeImport ??= await importsRepository(tx).insert({
      kind: 'REQUESTS',
      partnerId,
      agentId: actor.userId,
      originalName: '',
      sha256: '',
      rows: 1,
    }));

  const given = filing.person;
  const found = 'id' in given ? await counter.knownPerson(given.id, partnerId) : undefined;
  const address = 'email' in given ? given.email : found?.email;
  if (address === undefined) throw new ApiError('NOT_FOUND');
  await counter.lockFilings(partnerId, address);
  const lookups = await requestLookupsRepository(tx).lookups(partnerId);
  const codes = documents.map(({ code }) => code);
  const content = checkContent(filing, codes, lookups, { partnerId, now });
  const { person, isOpened } =
    'email' in given
      ? await personAt(act, given, agent, importId)
      : { person: found, isOpened: false };
  if (!person) throw new ApiError('NOT_FOUND');
  const made = await counter.filedWithKey(person.id, filing.clientKey);
  if (made) return made.isWaiting ? null : made;
  if (person.acquaintance === 'refused') throw invalidField('filing.person.email', 'filingRefused');
  const request = { ...content, person, beneficiaryId: person.id };
  await refuseDuplicate(act, request, partnerId, filing.again === true);
  const writer = await requestWriter(act, deps, {
    partnerId,
    importId: await importId(),
    total: 1,
    clientKey: filing.clientKey,
    opened: isOpened ? [person.id] : [],
  });
  const [filed] = await writer.write([requestPlanner(lookups, { partnerId, now })(request)]);
  if (!filed) throw new Error('The request was not written');
  await attach(act, deps, filed.id, person.id, documents);
  const { waiting } = await writer.finish();
  return waiting === 0 ? filed : null;
}

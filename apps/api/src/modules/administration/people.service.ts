import { dayOf, type Lang } from '@wasl/contracts';
import type {
  Access,
  AddressRefusal,
  ErasureRefusal,
  FoundPersonView,
  MergeRefusal,
  PersonAct,
  PersonActRefusal,
  PersonView,
  RestoreRefusal,
} from '@wasl/contracts/administration';

import { isAwaitingApproval } from '../../platform/auth/authenticate.ts';
import { sessionsRepository } from '../../platform/auth/sessions.repository.ts';
import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { nameOf } from '../../platform/i18n/in-lang.ts';
import { addressMailsRepository } from '../../platform/mail/outbox.repository.ts';
import { mergedSubjects, subjectOf, type Writing } from '../../platform/mail/subject-of.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { searchTerms } from '../../rules/search-terms.ts';
import {
  accountMergeService,
  addressService,
  emailConfirmationService,
  isErased,
  limitedMailsOf,
  personAccessService,
  personArchive,
  personDataService,
  resetSecondFactor,
  type Reopened,
} from '../accounts/index.ts';
import { fileRemoval } from '../files/index.ts';
import { restoreDeletedRequest, reviewAttendance } from '../requests/index.ts';
import { peopleRepository, type PersonSummary } from './people.repository.ts';

const mostFound = 20;
const mostMails = 50;
const mostActs = 50;

function accessOf(person: PersonSummary): Access {
  if (person.disabledAt !== null) return 'closed';
  if (isAwaitingApproval(person)) return 'awaitingApproval';
  return person.emailConfirmedAt === null ? 'unconfirmed' : 'open';
}

function presentPerson(person: PersonSummary, lang: Lang): FoundPersonView {
  const { id, email, role, partner } = person;
  return {
    id,
    email,
    name: displayName(person),
    role,
    organisation: partner && nameOf(partner, lang),
    access: accessOf(person),
  };
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const addressRefusalOf: Readonly<Partial<Record<ApiError['code'], AddressRefusal>>> = {
  ALREADY_EXISTS: 'taken',
  STATE_CONFLICT: 'same',
};

const reopenRefusals: Readonly<Partial<Record<Reopened, PersonActRefusal>>> = {
  wasOpen: 'done',
  organisationRefused: 'organisationRefused',
  deletionDue: 'deletionDue',
};

/** @throws ApiError NOT_FOUND */
async function findPerson(db: Deps['db'], id: string) {
  const person = await peopleRepository(db).find(id);
  if (person === null || isErased(person.email)) throw new ApiError('NOT_FOUND');
  return person;
}

type RequestFile = Awaited<ReturnType<ReturnType<typeof peopleRepository>['filesOf']>>[number];

/** Ids of the requests that a file belongs to. */
function requestsOf({ requestDocument, stepDocument, attachments }: RequestFile): Set<number> {
  return new Set([
    ...(requestDocument === null ? [] : [requestDocument.requestId]),
    ...(stepDocument === null ? [] : [stepDocument.step.requestId]),
    ...attachments.map(({ message }) => message.step.requestId),
  ]);
}

function presentRequests(
  requests: NonNullable<
    Awaited<ReturnType<ReturnType<typeof peopleRepository>['find']>>
  >['requests'],
  files: readonly RequestFile[],
): PersonView['requests'] {
  return requests.map(({ id, numRequest, submittedAt, status }) => ({
    numRequest,
    submittedAt: iso(submittedAt),
    isDeleted: status === 'SUPPRIME',
    files: files
      .filter((file) => requestsOf(file).has(id))
      .map((file) => ({
        id: file.id,
        name: file.originalName,
        at: file.createdAt.toISOString(),
      })),
  }));
}

type ListedMail = Awaited<ReturnType<ReturnType<typeof addressMailsRepository>['listTo']>>[number];

function presentMail(mail: ListedMail, lang: Lang, writing: Writing): PersonView['mails'][number] {
  return {
    id: mail.id,
    subject: subjectOf(mail, lang, writing) ?? mail.template,
    merged: mergedSubjects(mail, lang, writing),
    state: mail.state,
    writtenAt: mail.createdAt.toISOString(),
    sentAt: iso(mail.sentAt),
    nextAttemptAt: mail.state === 'WAITING' ? iso(mail.nextAttemptAt) : null,
    error: mail.lastError,
  };
}

/** Repairs of a person's requests. The person and the organisations get the reason. */
export function personRequestsService(deps: Deps) {
  const people = peopleRepository(deps.db);
  return {
    /** @returns why nothing was done; null where it was. @throws ApiError NOT_FOUND */
    async restore(
      { id, numRequest }: { readonly id: string; readonly numRequest: string },
      word: AdministratorWord,
    ): Promise<RestoreRefusal | null> {
      const { requests } = await findPerson(deps.db, id);
      if (!requests.some((request) => request.numRequest === numRequest))
        throw new ApiError('NOT_FOUND');
      const outcome = await restoreDeletedRequest(deps, numRequest, word);
      return outcome === 'restored' ? null : outcome;
    },

    /** @returns whether the file was still there. @throws ApiError NOT_FOUND */
    async removeFile(
      { id, fileId }: { readonly id: string; readonly fileId: number },
      word: AdministratorWord & { readonly reason: string },
    ): Promise<boolean> {
      await findPerson(deps.db, id);
      const files = await people.filesOf({ beneficiaryId: id, status: { not: 'SUPPRIME' } });
      if (!files.some((file) => file.id === fileId)) return false;
      try {
        await fileRemoval(deps).remove(fileId, word);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return false;
        throw error;
      }
    },
  };
}

/** The merge of a person's account with another one. */
export function mergesService(deps: Deps) {
  const merges = accountMergeService(deps);
  return {
    /** @returns why no merge begins; null where both addresses got a mail. @throws ApiError NOT_FOUND */
    async start(
      id: string,
      { email, reason }: { readonly email: string; readonly reason: string },
      by: string,
    ): Promise<MergeRefusal | null> {
      const person = await findPerson(deps.db, id);
      return await merges.start(person.email, email, { by, reason });
    },

    /** @returns whether there was an open merge. @throws ApiError NOT_FOUND */
    async cancel(id: string, by: string): Promise<boolean> {
      const person = await findPerson(deps.db, id);
      return await merges.cancel(person.id, { by, reason: null });
    },
  };
}

/** Finds people, and acts on their accounts as the commands do. */
export function peopleService(deps: Deps) {
  const { db, clock } = deps;
  const people = peopleRepository(db);
  const find = async (id: string) => await findPerson(db, id);
  const writing = { publicUrl: deps.settings.publicUrl, ofPlugins: deps.additions.mails };

  return {
    async search(text: string, lang: Lang): Promise<{ rows: FoundPersonView[]; hasMore: boolean }> {
      const found = await people.search(searchTerms(text), mostFound + 1);
      return {
        rows: found.slice(0, mostFound).map((person) => presentPerson(person, lang)),
        hasMore: found.length > mostFound,
      };
    },

    /** @throws ApiError NOT_FOUND */
    async read(id: string, lang: Lang): Promise<PersonView> {
      const person = await find(id);
      const [files, sessions, mails, limitedMails, merge, acts] = await Promise.all([
        people.filesOf({ beneficiaryId: id }),
        sessionsRepository(db).liveOf(id, clock.now()),
        addressMailsRepository(db).listTo(person.email, mostMails),
        limitedMailsOf(deps, person.email),
        accountMergeService(deps).read(id),
        administratorActsRepository(db).about(person.email, mostActs),
      ]);
      return {
        ...presentPerson(person, lang),
        phone: person.phone,
        createdAt: person.createdAt.toISOString(),
        hasSecondFactor: person.secondFactor !== null && person.secondFactor.confirmedAt !== null,
        sessions: sessions.length,
        requests: presentRequests(person.requests, files),
        mails: mails.map((mail) => presentMail(mail, lang, writing)),
        limitedMails,
        merge,
        refusedMails: person.refusedMails.map(({ kind }) => kind),
        acts: acts.map(({ at, byName, partner, request, ...act }) => ({
          ...act,
          at: at.toISOString(),
          by: byName,
          organisation: partner,
          numRequest: request?.numRequest ?? null,
        })),
      };
    },

    /**
     * @param by e-mail address of the administrator
     * @returns why nothing was done; null where it was
     * @throws ApiError NOT_FOUND
     */
    async act(
      id: string,
      { act, reason }: { readonly act: PersonAct; readonly reason: string | null },
      by: string,
    ): Promise<PersonActRefusal | null> {
      const { email } = await find(id);
      const word = { by, reason };
      const access = personAccessService(deps);
      const done = (isDone: boolean): PersonActRefusal | null => (isDone ? null : 'done');
      switch (act) {
        case 'confirm':
          return done(await addressService(deps).confirm(email, word));
        case 'resend':
          return done(await emailConfirmationService(deps).sendAgain(email));
        case 'suspend': {
          const isDone = await access.suspend(email, word);
          // The agent may have been the last of the organisation.
          await reviewAttendance(deps);
          return done(isDone);
        }
        case 'reopen': {
          const refusal = reopenRefusals[await access.reopen(email, word)] ?? null;
          // Resumes work that waited for an agent of the organisation.
          if (refusal === null) await reviewAttendance(deps);
          return refusal;
        }
        case 'endSessions':
          return done((await access.endSessions(email, word)) > 0);
        case 'resetSecondFactor':
          return done(await resetSecondFactor(deps, email, by));
      }
    },

    /** @throws ApiError NOT_FOUND */
    async export(id: string, by: string): Promise<BinaryReply> {
      const person = await find(id);
      const data = personDataService(deps);
      const files = await data.filesOf(id);
      await data.noteExport(id, by);
      return {
        contentType: 'application/zip',
        fileName: `wasl-${dayOf(clock.now())}.zip`,
        content: personArchive(deps, person, files),
      };
    },

    /** @throws ApiError NOT_FOUND */
    async readErasure(id: string) {
      const person = await find(id);
      const { requestsWithdrawn, filesRemoved } = await personDataService(deps).trial(person.id);
      return { requests: [...requestsWithdrawn], files: filesRemoved };
    },

    /**
     * @param email the address that the administrator typed
     * @param by e-mail address of the administrator
     * @throws ApiError NOT_FOUND
     */
    async erase(id: string, email: string, by: string): Promise<ErasureRefusal | null> {
      const person = await find(id);
      if (person.email !== email) return 'otherAddress';
      await personDataService(deps).erase(id, 'administrator', { as: by });
      // The agent may have been the last of the organisation.
      await reviewAttendance(deps);
      return null;
    },

    /** @returns why nothing was done; null where it was. @throws ApiError NOT_FOUND */
    async correctAddress(
      id: string,
      { email, reason }: { readonly email: string; readonly reason: string | null },
      by: string,
    ): Promise<AddressRefusal | null> {
      const person = await find(id);
      try {
        await addressService(deps).correct(person.email, email, { by, reason });
        return null;
      } catch (error) {
        const refusal = error instanceof ApiError ? addressRefusalOf[error.code] : undefined;
        if (refusal === undefined) throw error;
        return refusal;
      }
    },
  };
}

import { inAct, type ActDeps } from '../../events/act.ts';
import { administrator } from '../../events/author.ts';
import { addressee } from '../../events/account-events.ts';
import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { releaseSteps } from '../processing/index.ts';
import { emptiedRequestsRepository } from '../requests/index.ts';
import { personDataRepository, type PersonFile } from './person-data.repository.ts';

interface Identified {
  readonly id: number;
}

/** Yields a JSON list row by row while it is read. */
async function* listOf<T extends Identified>(
  after: (id: number) => Promise<readonly T[]>,
): AsyncGenerator<string> {
  let last = 0;
  let comma = '';
  yield '[';
  for (let rows = await after(last); rows.length > 0; rows = await after(last)) {
    for (const row of rows) {
      yield `${comma}\n    ${JSON.stringify(row)}`;
      comma = ',';
      last = row.id;
    }
  }
  yield comma === '' ? ']' : '\n  ]';
}

/**
 * Yields all data about a person as the text of one JSON object, in pieces (law 09-08, right of access): account,
 * surveys, sessions, file names, requests with steps and history, simulations, mails, keys and webhooks. It contains no
 * secrets.
 * @param nameOf the name of an exported file, when the files are exported too
 */
export async function* personJson(
  { db, additions }: Pick<Deps, 'db' | 'additions'>,
  person: { readonly id: string; readonly email: string },
  nameOf?: (file: Pick<PersonFile, 'id' | 'originalName'>) => string,
): AsyncGenerator<string> {
  const repository = personDataRepository(db);
  const { files, ...account } = await repository.account(person.id);
  const ofPlugins = await Promise.all(additions.personal.map(({ read }) => read(db, person.id)));
  const members = {
    ...account,
    ...(Object.assign({}, ...ofPlugins) as object),
    files: nameOf === undefined ? files : files.map((file) => ({ ...file, name: nameOf(file) })),
    mails: await repository.mailsTo(person.email),
    ...(await repository.integrationsOf(person.id)),
  };
  yield '{';
  for (const [name, value] of Object.entries(members)) {
    yield `\n  ${JSON.stringify(name)}: ${JSON.stringify(value)},`;
  }
  yield '\n  "requests": ';
  yield* listOf((id) => repository.requestsAfter(person.id, id));
  yield ',\n  "simulations": ';
  yield* listOf((id) => repository.simulationsAfter(person.id, id));
  yield ',\n  "accesses": ';
  yield* listOf((id) => repository.accessesAfter(person.id, id));
  yield '\n}\n';
}

export interface Erasure {
  readonly requestsWithdrawn: readonly string[];
  readonly filesRemoved: number;
}

type ErasureDeps = ActDeps & Pick<Deps, 'log' | 'files' | 'additions'>;

/** Reading and erasing a person's data (law 09-08), for the administrator's commands and the owner's demand. */
export function personDataService(deps: ErasureDeps) {
  const { db, log } = deps;
  return {
    /** @returns null when no account has this e-mail */
    async find(email: string): Promise<{ id: string; email: string } | null> {
      return await personDataRepository(db).find(email.trim().toLowerCase());
    },

    async filesOf(userId: string): Promise<PersonFile[]> {
      return await personDataRepository(db).filesOf(userId);
    },

    /** Records that an administrator takes the data of a person. @param by their address or name */
    async noteExport(userId: string, by: string): Promise<void> {
      const acts = administratorActsRepository(db);
      await acts.record('DATA_EXPORTED', { userId }, { by, reason: null }, deps.clock.now());
      log.info({ event: 'admin.person_exported', userId, by: 'administrator', as: by });
    },

    /** Returns what {@link erase} would do now. */
    async trial(userId: string): Promise<Erasure> {
      const repository = personDataRepository(db);
      const [open, files] = await Promise.all([
        repository.openRequests(userId),
        repository.filesOf(userId),
      ]);
      return { requestsWithdrawn: open.map((one) => one.numRequest), filesRemoved: files.length };
    },

    /**
     * Erases a person: withdraws open requests, deletes texts and files, and empties and closes the account. Processed
     * requests stay as anonymous figures; the history keeps codes and days. A last mail notifies the person in their
     * language.
     * @param by `expiry`: only an account that was never confirmed, without a mail, because the address may belong to
     * another person. `undecided`: only an agent of an organisation that is neither approved nor refused
     * `merge`: its data has moved to another account of the person; the merge sends its own mails
     * @param options.as the name of the administrator
     * @param options.askedUntil only when the person asked at or before this instant and has not cancelled it
     * @returns null when the person cancelled or confirmed the account meanwhile, or the organisation was decided on
     */
    async erase(
      userId: string,
      by: 'administrator' | 'owner' | 'expiry' | 'undecided' | 'merge',
      { askedUntil, as }: { readonly askedUntil?: Date; readonly as?: string } = {},
    ): Promise<Erasure | null> {
      const erasure = await inAct(deps, administrator, async (act) => {
        const { tx, now } = act;
        const repository = personDataRepository(tx);
        // Locks the organisation before its agent, as an approval does.
        if (by === 'undecided' && !(await repository.lockUndecided(userId))) return null;
        await repository.lock(userId);
        const person = await repository.summary(userId);
        const { deletionAskedAt } = person;
        if (askedUntil && (deletionAskedAt === null || deletionAskedAt > askedUntil)) return null;
        if (by === 'expiry' && person.emailConfirmedAt !== null) return null;
        const open = await repository.openRequests(userId);
        await repository.withdraw(open.map(({ id }) => id));
        act.record(
          ...open.map(({ id: requestId, status }) => ({
            type: 'request.deleted' as const,
            requestId,
            from: requestStatusOf(status),
          })),
        );
        await releaseSteps(tx, userId, administrator, now);
        const sent = await repository.filesSentTo(userId);
        await emptiedRequestsRepository(tx).empty({ beneficiaryId: userId });
        const files = await repository.detachFiles(userId);
        for (const file of [...files, ...sent]) await deps.files.erase(tx, file);
        await repository.empty(userId, person.email, now);
        for (const { erase } of deps.additions.personal) await erase(tx, userId);
        if (as !== undefined)
          await administratorActsRepository(tx).record(
            by === 'merge' ? 'MERGED' : 'ERASED',
            { userId },
            { by: as, reason: null },
            now,
          );
        const account = addressee(person);
        if (by === 'undecided') {
          if (person.emailConfirmedAt !== null && person.partner !== null)
            act.record({ type: 'organisation.expired', account, organisation: person.partner });
        } else if (by !== 'expiry' && by !== 'merge')
          act.record({ type: 'account.erased', account });
        return { requestsWithdrawn: open.map((one) => one.numRequest), filesRemoved: files.length };
      });
      if (erasure !== null)
        log.info({ event: 'admin.person_erased', userId, by, ...(as === undefined ? {} : { as }) });
      return erasure;
    },
  };
}

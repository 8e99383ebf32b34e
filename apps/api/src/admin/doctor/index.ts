import { systemClock } from '../../platform/program/clock.ts';
import { within } from '../../platform/program/deadline.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { SettingsError, type Environment, type Settings } from '../../platform/settings/env.ts';
import { migrationLists } from '../../platform/http/health.repository.ts';
import { reasonOf } from '../../platform/http/health.ts';
import { createLogger } from '../../platform/program/logger.ts';
import { checkSmtp } from '../../platform/mail/transport.ts';
import { readQueues } from '../../platform/jobs/queues.repository.ts';
import { openDeps } from '../../platform/program/open-deps.ts';
import { configurePlugins, settingsWith, type Plugins } from '../../platform/program/plugin.ts';
import { settingsDoubts } from '../../platform/settings/settings-doubts.ts';
import { refuseDemoAccounts } from '../../platform/program/start-checks.ts';
import { parseStorageAddress } from '../../platform/storage/address.ts';
import { refusalSentence } from '../../platform/storage/store-ownership.ts';
import { databaseFacts, excessRights } from './doctor.repository.ts';
import {
  doubt,
  fault,
  ok,
  type Finding,
  type FindingState,
} from '../../platform/program/finding.ts';
import { certificateOf, roomIn, zoneData } from './machine.ts';

const lookMs = 30_000;
const lateSeconds = 900;
/** A larger clock difference shifts deadlines, second-factor codes and session ends. */
const skewMs = { doubt: 2000, fault: 30_000 };

/** Codes of PostgreSQL and Prisma for a missing table or column. */
const absent = ['42P01', '42703', 'P2021', 'P2022'];
const noConnection = /^53300$|TooManyConnections|too many (?:clients|connections)/i;

/** The sentence for a failed check. */
function faultOf(error: unknown): FindingState {
  const reason = reasonOf(error);
  const codes = reason.split(/[^\w]+/);
  if (absent.some((code) => codes.includes(code)))
    return fault('it can be checked once the migrations are applied: npm run admin -- migrate');
  if (noConnection.test(reason))
    return fault('PostgreSQL has no free connection: end other programs, or raise max_connections');
  return fault(reason);
}

/** Runs one check. An error or a timeout becomes a fault with its reason. */
async function look(
  what: string,
  at: () => Promise<FindingState | readonly FindingState[]>,
): Promise<Finding[]> {
  let message: FindingState | readonly FindingState[];
  try {
    message = await within(lookMs, at());
  } catch (error) {
    message = faultOf(error);
  }
  return (
    Array.isArray(message) ? (message as readonly FindingState[]) : [message as FindingState]
  ).map((one) => ({
    what,
    ...one,
  }));
}

async function clocks({ pool }: Deps): Promise<FindingState> {
  const before = Date.now();
  const { now } = await databaseFacts(pool);
  // The server's reading lies between both local readings, so only the excess is certain.
  const skew = Math.max(0, before - now, now - Date.now());
  const message = `the database's clock and ours differ by ${String(Math.round(skew))} ms at least`;
  if (skew > skewMs.fault) return fault(message);
  return skew > skewMs.doubt ? doubt(message) : ok(message);
}

async function rights({ pool }: Deps): Promise<FindingState> {
  const excess = await excessRights(pool);
  return excess.length === 0
    ? ok('the user of DATABASE_URL reads and writes rows, and owns nothing')
    : doubt(
        `the user of DATABASE_URL ${excess.join(', ')}: give the servers one that owns nothing, and migrations DATABASE_OWNER_URL (docs/operations/install.md, "Two database roles")`,
      );
}

async function migrations({ pool }: Deps): Promise<FindingState[]> {
  const { pending, failed, unknown } = await migrationLists(pool);
  const message = [
    ...(failed.length > 0 ? [fault(`begun and not ended well: ${failed.join(', ')}`)] : []),
    ...(pending.length > 0
      ? [fault(`missing: ${pending.join(', ')}; npm run admin -- migrate applies them`)]
      : []),
    ...(unknown.length > 0 ? [doubt(`of a newer release: ${unknown.join(', ')}`)] : []),
  ];
  return message.length > 0 ? message : [ok('all are applied')];
}

async function store({ storage, storeOwnership }: Deps): Promise<FindingState> {
  await storage.check();
  const ownership = await storeOwnership.ownership();
  return ownership.kind === 'ours'
    ? ok('it can be written, read and emptied, and is this database’s own')
    : fault(refusalSentence(ownership));
}

async function jobs(deps: Deps): Promise<FindingState[]> {
  const queues = await readQueues(deps);
  const late = queues.jobs.filter(({ late: seconds }) => seconds > lateSeconds);
  const failing = queues.jobs.filter(({ failures }) => failures > 0);
  const message = [
    ...late.map(({ name }) => fault(`no process runs ${name}: does the server or a worker run?`)),
    ...failing.map(({ name, failures }) =>
      doubt(`${name} has failed ${String(failures)} times; npm run admin -- jobs says why`),
    ),
    ...(queues.mailsLate > lateSeconds
      ? [fault('mails do not leave; npm run admin -- mails list --state waiting says why')]
      : []),
    ...(queues.mailsGivenUp > 0
      ? [doubt(`${String(queues.mailsGivenUp)} mails were given up; npm run admin -- mails list`)]
      : []),
    ...(queues.filesLate > lateSeconds ? [fault('files are not scanned')] : []),
  ];
  return message.length > 0 ? message : [ok(`${String(queues.jobs.length)} jobs, nothing is late`)];
}

/** Checks of everything but the database. */
function surroundings(settings: Settings): Promise<Finding[]>[] {
  const { smtpUrl, publicUrl } = settings;
  const storage = parseStorageAddress(settings.storageUrl);
  const folders = new Set([
    settings.dataDir,
    ...(storage.kind === 'folder' ? [storage.folder] : []),
  ]);
  return [
    ...[...folders].map((folder) => look('disk', () => roomIn(folder))),
    ...(smtpUrl === null
      ? []
      : [
          look('mail', async () => {
            await checkSmtp(smtpUrl, { tls: settings.smtpTls });
            return ok(`${new URL(smtpUrl).host} takes mails`);
          }),
        ]),
    ...(publicUrl.startsWith('https:')
      ? [look('certificate', () => certificateOf(publicUrl, systemClock.now()))]
      : []),
  ];
}

/**
 * Checks everything that the portal needs in this installation, without changes. Never rejects: a failed check is a finding.
 */
export async function examine(environment: Environment, plugins: Plugins): Promise<Finding[]> {
  const zone = await look('zone data', () => Promise.resolve(zoneData(systemClock.now())));
  let settings: Settings;
  try {
    settings = settingsWith(plugins, environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [...error.faults.map((message) => ({ what: 'settings', ...fault(message) })), ...zone];
  }
  const configured = configurePlugins(plugins, environment);
  const doubts = [...settingsDoubts(settings), ...configured.doubts(settings)].map((message) => ({
    what: 'settings',
    ...doubt(message),
  }));
  const { deps, close } = await openDeps(settings, {
    log: createLogger('silent'),
    isMailPaused: true,
    isOneConnection: true,
    plugins: configured,
  });
  try {
    const others = Promise.all(surroundings(settings));
    const ofDatabase: (readonly [string, Parameters<typeof look>[1]])[] = [
      ['database', async () => ok(`PostgreSQL ${(await databaseFacts(deps.pool)).version}`)],
      ['migrations', () => migrations(deps)],
      ['rights', () => rights(deps)],
      ['clock', () => clocks(deps)],
      ['store of files', () => store(deps)],
      ['jobs', () => jobs(deps)],
    ];
    if (settings.production)
      ofDatabase.push([
        'accounts',
        async () => {
          await refuseDemoAccounts(deps.db);
          return ok('none of the demonstration');
        },
      ]);
    ofDatabase.push(
      ...configured.looks.map(({ name, look: at }) => [name, () => at(deps)] as const),
    );
    const looks: Finding[] = [];
    // One after the other: they share one connection.
    for (const [what, at] of ofDatabase) looks.push(...(await look(what, at)));
    const set = doubts.length > 0 ? doubts : [{ what: 'settings', ...ok('they can be used') }];
    return [...set, ...looks, ...(await others).flat(), ...zone];
  } finally {
    await close();
  }
}

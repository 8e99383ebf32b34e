import { turbo } from '../build.ts';
import { packageFolderRun } from './vitest-run.ts';
import type { Part } from './part.ts';
import {
  caddy,
  clamd,
  nginx,
  pgbouncer,
  prometheus,
  s3rver,
  servers,
  systemd,
  tmpfs,
} from './parts.ts';
import { postfix } from './postfix.ts';
import { postgresql, postgresqlDisk } from './postgresql.ts';
import { startTestServer } from '../testing/template.ts';
import { Stopped, type StopSignal } from '../stop-signal.ts';

/** API tests that cover every kind of read, write, lock, mail and file. */
const throughThePool = [
  'src/modules/requests/requests.test.ts',
  'src/modules/requests/agreement.test.ts',
  'src/modules/requests/filter.test.ts',
  'src/modules/messages/attachments.test.ts',
  'src/modules/simulations/simulate.test.ts',
  'src/platform/mail/outbox.test.ts',
  'src/platform/auth/auth.test.ts',
  'src/platform/database/signals.test.ts',
  'src/platform/database/db.test.ts',
];

interface Row {
  readonly part: string;
  readonly version: string;
  readonly done: string;
  readonly result: string;
  readonly isGood: boolean;
}

/** Proofs of each part; `null` for `start` where a part needs only the run's PostgreSQL. */
const proofs: readonly {
  readonly part: Part;
  readonly done: string;
  /** Its file in apps/e2e/real-parts; without one, tests of the API. */
  readonly proof?: string;
  readonly tests?: readonly string[];
  readonly isBuilt?: true;
}[] = [
  {
    part: pgbouncer,
    done: 'API tests through it in transaction mode',
    tests: throughThePool,
  },
  {
    part: pgbouncer,
    done: 'two built servers over it in transaction mode: one tells what is written through the other, mails leave, jobs are done',
    proof: 'pgbouncer',
    isBuilt: true,
  },
  {
    part: clamd,
    done: 'a clean file and one with a signature of our own, through uploads',
    proof: 'clamd',
  },
  {
    part: postgresql,
    done: 'the backup of docs/operations/backup-and-restore.md: pg_dump while people go on, tar, pg_restore elsewhere, every file compared',
    proof: 'backup',
  },
  {
    part: postgresqlDisk,
    done: 'its disk runs full, for rows and for its log: 503, nothing acknowledged is lost, and it goes on',
    proof: 'postgresql-disk',
  },
  {
    part: postfix,
    done: 'mails over STARTTLS with a certificate of its own, compared byte for byte; a sender refused, a recipient refused, away',
    proof: 'postfix',
  },
  {
    part: s3rver,
    done: 'the store: uploads, refusals, “slow down” now and then, a slow and a lying network, whose store it is, the backup',
    tests: [
      'src/platform/storage/s3.test.ts',
      'src/platform/storage/portal-on-s3.test.ts',
      'src/platform/storage/store-ownership.test.ts',
      'src/platform/storage/backup.test.ts',
    ],
  },
  {
    part: tmpfs,
    done: 'the disk of the files runs full and is emptied: readiness, uploads, log',
    proof: 'full-disk',
  },
  {
    part: servers,
    done: 'one of two killed by SIGKILL under load, four times: acknowledged writes counted, unanswered ones sent again',
    proof: 'killed-server',
    isBuilt: true,
  },
  {
    part: servers,
    done: 'one of two killed by SIGKILL in the middle of mails and of messages to other systems: the other sends them',
    proof: 'killed-jobs',
    isBuilt: true,
  },
  {
    part: servers,
    done: 'traces of a built server, taken by a collector over OTLP/HTTP: calls, statements, jobs, nothing personal',
    proof: 'traces',
    isBuilt: true,
  },
  {
    part: nginx,
    done: 'TLS before two built servers by the sample of .docker/production: bodies, files in parts, changes as they come, rolling restart with a column added, one killed',
    proof: 'nginx',
    isBuilt: true,
  },
  {
    part: caddy,
    done: 'the same by its own sample, with certificates that it makes itself',
    proof: 'caddy',
    isBuilt: true,
  },
  {
    part: prometheus,
    done: 'reads a built server by our configuration, computes every rule; alerts speak when they should',
    proof: 'prometheus',
    isBuilt: true,
  },
  {
    part: systemd,
    done: 'our units, and units with a wrong word',
    proof: 'systemd',
  },
];

/**
 * `npm run proof:parts [-- <part>]`: tests the portal with real parts, as far as they are installed here. Prints a
 * table of part, version, proof and result.
 * @returns 1 where one failed; a part that is not installed is reported and does not count
 */
export async function proveParts(names: readonly string[], stop: StopSignal): Promise<number> {
  const rows: Row[] = [];
  const server = await startTestServer();
  try {
    for (const { part, done, proof, tests = [], isBuilt } of proofs) {
      if (names.length > 0 && !names.includes(part.name)) continue;
      if (stop.asked.aborted) throw new Stopped();
      const version = await part.version();
      if (version === null) {
        const result = `not installed (Debian: ${part.debian})`;
        rows.push({ part: part.name, version: '-', done, result, isGood: true });
        continue;
      }
      console.log(`${part.name} ${version}: ${done} …`);
      if (isBuilt === true) await turbo(['build'], stop, ['@wasl/api']);
      const running = await part.start(server.adminUrl);
      try {
        const env = { TEST_DATABASE_URL: server.adminUrl, ...running.env };
        const { isGood, result } =
          proof === undefined
            ? await packageFolderRun('apps/api', tests, env, stop)
            : await packageFolderRun('apps/e2e/real-parts', [`${proof}.proof.ts`], env, stop);
        rows.push({ part: part.name, version, done, result, isGood });
      } finally {
        await running.stop();
      }
    }
  } finally {
    await server.stop();
  }
  console.log(
    ['', '| Part | Version | What was done | Result |', '| --- | --- | --- | --- |'].join('\n'),
  );
  for (const { part, version, done, result } of rows)
    console.log(`| ${part} | ${version} | ${done} | ${result} |`);
  return rows.every(({ isGood }) => isGood) ? 0 : 1;
}

import { packageFolderRun } from './vitest-run.ts';
import { clamd, pgbouncer, type Part } from './parts.ts';
import { startTestServer } from '../testing/template.ts';
import { Stopped, type StopSignal } from '../stop-signal.ts';

/** API tests whose calls go over every kind of read, write, lock, mail and file. */
const throughThePool = [
  'src/modules/requests/requests.test.ts',
  'src/modules/requests/agreement.test.ts',
  'src/modules/requests/filter.test.ts',
  'src/modules/messages/attachments.test.ts',
  'src/modules/simulations/simulate.test.ts',
  'src/platform/mail/mail.test.ts',
  'src/platform/auth/auth.test.ts',
  'src/platform/signals.test.ts',
  'src/platform/db.test.ts',
];

interface Row {
  readonly part: string;
  readonly version: string;
  readonly done: string;
  readonly result: string;
  readonly isGood: boolean;
}

/** What is done to each part; `null` for `start` where a part needs nothing beside the run's PostgreSQL. */
const proofs: readonly {
  readonly part: Part;
  readonly done: string;
  readonly tests: readonly string[];
  readonly config?: string;
}[] = [
  {
    part: pgbouncer,
    done: 'API tests through it in transaction mode',
    tests: throughThePool,
  },
  {
    part: clamd,
    done: 'a clean file and one with a signature of our own, through uploads',
    tests: ['src/proof/clamd.proof.ts'],
    config: 'vitest.proof.config.ts',
  },
];

/**
 * `npm run proof:parts [-- <part>]`: the portal on real parts, as far as they are installed here; a table of part, version, what
 * was done to it and the result.
 * @returns 1 where one failed; a part that is not installed is said and fails nothing
 */
export async function proveParts(names: readonly string[], stop: StopSignal): Promise<number> {
  const rows: Row[] = [];
  const server = await startTestServer();
  try {
    for (const { part, done, tests, config } of proofs) {
      if (names.length > 0 && !names.includes(part.name)) continue;
      if (stop.asked.aborted) throw new Stopped();
      const version = await part.version();
      if (version === null) {
        const result = `not installed (Debian: ${part.debian})`;
        rows.push({ part: part.name, version: '-', done, result, isGood: true });
        continue;
      }
      console.log(`${part.name} ${version}: ${done} …`);
      const running = await part.start(server.adminUrl);
      try {
        const env = { TEST_DATABASE_URL: server.adminUrl, ...running.env };
        const { isGood, result } = await packageFolderRun('apps/api', tests, env, stop, config);
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

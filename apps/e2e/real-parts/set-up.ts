/** Common parts of the proofs: a portal, built servers on its database, and other programs. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { freePort } from '@wasl/tooling/local-database';
import { afterAll } from 'vitest';

import { useTestApp, type TestApp } from '../../api/src/testing/index.ts';

export * from '../../api/src/testing/index.ts';
export { freePort };

export const execute = promisify(execFile);
/** Name in the samples of .docker/production. */
export const portalName = 'portail.example.ma';
export const repository = path.resolve(import.meta.dirname, '../../..');
/** Limit of a program's output in characters. */
const logLimitChars = 4000;
const secret = 'kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA';

type Result<T> = T | false | null | undefined;

/** Polls until the result is neither false nor undefined. */
export async function until<T>(ask: () => Result<T> | Promise<Result<T>>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    await pause(50);
  }
}

/** Programs of one proof; all end with it. */
export interface Programs {
  /** Starts a program that keeps running. */
  begin(program: string, words: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
  /** Starts a built server as in production behind one proxy, and waits until it is ready; `env` has further settings. */
  startServer(port: number, env?: NodeJS.ProcessEnv): Promise<ChildProcess>;
  end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void>;
}

/** A database, a data folder and tokens of its people, shared by the built servers and this process. */
export function useServers(): { app: TestApp; programs: Programs } {
  const app = useTestApp({ env: { JWT_SECRET: secret } });
  const children = new Set<ChildProcess>();
  const outputs = new WeakMap<ChildProcess, string>();
  const begin: Programs['begin'] = (program, words, env = process.env) => {
    const child = spawn(program, words, {
      cwd: path.join(repository, 'apps/api'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        outputs.set(child, `${outputs.get(child) ?? ''}${chunk.toString()}`.slice(-logLimitChars));
      });
    children.add(child);
    return child;
  };
  const end: Programs['end'] = async (child, signal = 'SIGTERM') => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await ended;
    }
    children.delete(child);
  };
  const startServer: Programs['startServer'] = async (port, env = {}) => {
    const child = begin(process.execPath, ['dist/server.mjs'], {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `https://${portalName}`,
      DATABASE_URL: app.deps.settings.databaseUrl,
      DATA_DIR: app.deps.settings.dataDir,
      JWT_SECRET: secret,
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '10000',
      ...env,
    });
    await until(async () => {
      if (child.exitCode !== null)
        throw new Error(`The server ended by itself:\n${outputs.get(child) ?? ''}`);
      const ready = await fetch(`http://127.0.0.1:${String(port)}/api/health/ready`).catch(
        () => null,
      );
      return ready?.ok;
    });
    return child;
  };
  afterAll(async () => {
    for (const child of [...children]) await end(child);
  });
  return { app, programs: { begin, end, startServer } };
}

/** An active request with its one step, person and agent. */
export async function createStepInProgress({ make }: TestApp) {
  const agent = await make.anAgent();
  const person = await make.aBeneficiary();
  const request = await make.aRequest({ beneficiaryId: person.id, status: 'ENTAME' });
  const { partnerId } = agent;
  const step = await make.aStep({ requestId: request.id, partnerId, status: 'IN_PROGRESS' });
  return { agent, person, step };
}

/** A draft, and a function that uploads documents as its owner. */
export async function createDraft(app: TestApp) {
  const user = await app.make.aBeneficiary();
  const owner = await app.as(user);
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const place = `/requests/${String(request.id)}/document`;
  const send = (name: string, content: Buffer) =>
    owner.post(place).field('name', name).attach('file', content, 'plan.pdf');
  return { user, owner, place, send };
}

/** Creates `key.pem` and `cert.pem` in the folder. */
export async function makeCertificate(folder: string, name: string, also: string): Promise<void> {
  await execute('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/CN=${name}`],
    ...['-addext', `subjectAltName=${also}`],
    ...['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'cert.pem')],
  ]);
}

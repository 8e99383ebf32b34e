import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { createTestApp, type TestApp } from '../testing/index.ts';

/** The name that the samples of .docker/production are written for. */
export const portalName = 'portail.example.ma';
export const repository = path.resolve(import.meta.dirname, '../../../..');
/** Characters of what a program said. */
const keptOfLog = 4000;
const secret = 'kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Programs of one proof, all ended with it. */
export interface Programs {
  /** A program that stays; the last of what it says is told where it ends by itself. */
  begin(program: string, words: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
  /** A built server as production runs it behind one proxy, once it is ready; `env` has settings beside. */
  startServer(port: number, env?: NodeJS.ProcessEnv): Promise<ChildProcess>;
  end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void>;
  endAll(): Promise<void>;
}

/** A database, a data folder and the tokens of its people, for servers that are built: what they need is shared with this process. */
export async function portalOfServers(): Promise<{ app: TestApp; programs: Programs }> {
  const app = await createTestApp({ env: { JWT_SECRET: secret } });
  const children = new Set<ChildProcess>();
  const said = new WeakMap<ChildProcess, string>();
  const begin: Programs['begin'] = (program, words, env = process.env) => {
    const child = spawn(program, words, {
      cwd: path.join(repository, 'apps/api'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said.set(child, `${said.get(child) ?? ''}${chunk.toString()}`.slice(-keptOfLog));
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
  return {
    app,
    programs: {
      begin,
      end,
      startServer: async (port, env = {}) => {
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
        for (;;) {
          if (child.exitCode !== null)
            throw new Error(`The server ended by itself:\n${said.get(child) ?? ''}`);
          const ready = await fetch(`http://127.0.0.1:${String(port)}/api/health/ready`).catch(
            () => null,
          );
          if (ready?.ok === true) return child;
          await pause(50);
        }
      },
      endAll: async () => {
        for (const child of [...children]) await end(child);
      },
    },
  };
}

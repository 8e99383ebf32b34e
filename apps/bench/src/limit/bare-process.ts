/** A bare server as a process of its own, on the product's database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';

import { testSecret } from '../../../api/src/testing/index.ts';
import { freePort } from '../measured-server.ts';

/** Where `tsx` is found. */
export const benchFolder = path.join(import.meta.dirname, '../..');

/** What is measured: a server by its port and its process. */
export interface Side {
  readonly port: number;
  readonly pid: number;
}

/** @param more what the program is told besides the database, the port and the secret */
export async function startBare(
  program: 'bare-server.ts' | 'bare-writes-server.ts',
  databaseUrl: string,
  ...more: readonly string[]
): Promise<Side & { stop: () => Promise<void> }> {
  const port = await freePort();
  const file = path.join(import.meta.dirname, program);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', file, databaseUrl, String(port), testSecret, ...more],
    { cwd: benchFolder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${String(port)}/`).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

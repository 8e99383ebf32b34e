/** The bare server as a process of its own, on the product's database. */
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

/** @param folder where the bare server keeps files */
export async function startBare(
  databaseUrl: string,
  folder: string,
): Promise<Side & { stop: () => Promise<void> }> {
  const port = await freePort();
  const program = path.join(import.meta.dirname, 'bare-server.ts');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', program, databaseUrl, String(port), testSecret, folder],
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

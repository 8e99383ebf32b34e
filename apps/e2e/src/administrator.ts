import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import type { TestPortal } from '@wasl/tooling/testing/portal';

const program = path.resolve(import.meta.dirname, '../../api/dist/admin.mjs');

/** Makes an administrator with the command of the terminal. @returns the address of the link for the first browser */
export async function addAdministrator(
  { databaseUrl, dataFolder, url }: TestPortal,
  email: string,
  name: string,
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'administrators', 'add', email, '--name', name],
    {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataFolder,
        PUBLIC_URL: url,
      },
    },
  );
  const link = /\S+\/admin\/entry\/\S+/.exec(stdout)?.[0];
  if (link === undefined) throw new Error(`No link in:\n${stdout}`);
  return link;
}

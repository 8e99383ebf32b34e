import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const fileName = 'jwt-secret';

/**
 * The token secret of an installation that configures none. It is generated once into the data folder, readable only by
 * its owner. Two processes that start together end up with the same secret.
 */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, fileName);
  try {
    const stored = (await readFile(file, 'utf8')).trim();
    if (stored.length >= 32) {
      await chmod(file, 0o600);
      return stored;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dataDir, { recursive: true });
  return await writeSecret(file);
}

async function writeSecret(file: string): Promise<string> {
  const secret = randomBytes(48).toString('base64url');
  const own = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(own, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // The link makes the file appear whole, so another starting process never reads half of it.
    await link(own, file);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = (await readFile(file, 'utf8')).trim();
    return other.length >= 32 ? other : await rotateSecret(path.dirname(file));
  } finally {
    await rm(own, { force: true });
  }
}

/** Replaces the stored secret. Tokens signed before are refused from the next start on. */
export async function rotateSecret(dataDir: string): Promise<string> {
  const secret = randomBytes(48).toString('base64url');
  const file = path.join(dataDir, fileName);
  const next = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(next, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  await rename(next, file);
  return secret;
}

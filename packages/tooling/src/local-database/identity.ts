import fs from 'node:fs';
import path from 'node:path';

/** The operating system's user and group that PostgreSQL runs as. */
export interface Identity {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. For root it runs as `postgres` where that user exists, else as `nobody`. Other
 * users run it as themselves (undefined).
 */
export function identityForServer(
  uid: number | undefined = process.getuid?.(),
  accounts: () => string = () => fs.readFileSync('/etc/passwd', 'utf8'),
): Identity | undefined {
  if (uid !== 0) return undefined;
  const rows = accounts()
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const row = rows.find((candidate) => candidate[0] === name);
    const found = { uid: Number(row?.[2]), gid: Number(row?.[3]) };
    if (found.uid > 0 && found.gid > 0) return found;
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * Whether a user can enter every folder above `target`, by the mode bits. Supplementary groups do not count, because a
 * server started by root has none.
 */
export function canReach(target: string, identity: Identity): boolean {
  for (let folder = path.dirname(path.resolve(target)); ; folder = path.dirname(folder)) {
    const stat = fs.statSync(folder);
    const shift = stat.uid === identity.uid ? 6 : stat.gid === identity.gid ? 3 : 0;
    if (((stat.mode >> shift) & 1) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

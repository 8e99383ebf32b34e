import { mkdir, statfs } from 'node:fs/promises';
import { connect } from 'node:tls';

import { wireDateTime } from '@wasl/contracts';

import { doubt, fault, ok, type FindingState } from '../../platform/program/finding.ts';

/** Instants in both halves of the coming year, at which Node's zone data are compared with the portal's. */
const yearAhead = (now: Date): Date[] =>
  [30, 120, 210, 300].map((days) => new Date(now.getTime() + days * dayMs));
const mb = 1024 * 1024;
const leastFree = { fault: 200 * mb, doubt: 2048 * mb };
const daysLeft = { fault: 3, doubt: 21 };
const dayMs = 24 * 60 * 60 * 1000;
const waitMs = 10_000;

/**
 * Version of Node's zone data, independent of `TZ`. Morocco's UTC is known since 2026c. The portal does not need that,
 * but later decisions do.
 */
export function zoneData(now: Date): FindingState {
  const hour = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Casablanca',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const isBehind = yearAhead(now).some(
    (at) => Number(hour.format(at)) !== Number(wireDateTime(at).slice(11, 13)),
  );
  const version = `zone data ${process.versions.tz ?? 'unknown'} of Node ${process.versions.node}`;
  return ok(
    isBehind
      ? `${version} are older than Morocco's change of 2026, which the portal knows`
      : version,
  );
}

/** Checks the free space where files are written. */
export async function roomIn(folder: string): Promise<FindingState> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${String(Math.floor(free / mb))} MB are free in ${folder}`;
  if (free < leastFree.fault) return fault(message);
  return free < leastFree.doubt ? doubt(message) : ok(message);
}

/** Checks the certificate of an https address as a client sees it: name, chain and days left. */
export async function certificateOf(address: string, now: Date): Promise<FindingState> {
  const { hostname, port } = new URL(address);
  return await new Promise<FindingState>((resolve) => {
    const socket = connect(
      {
        host: hostname,
        port: port === '' ? 443 : Number(port),
        servername: hostname,
        // An untrusted certificate is inspected too.
        rejectUnauthorized: false,
        timeout: waitMs,
      },
      () => {
        const end = new Date(socket.getPeerCertificate().valid_to);
        const days = Math.floor((end.getTime() - now.getTime()) / dayMs);
        const until = `until ${end.toISOString().slice(0, 10)}`;
        socket.destroy();
        if (!socket.authorized)
          resolve(fault(`it is not trusted: ${String(socket.authorizationError)} (${until})`));
        else if (days < daysLeft.fault) resolve(fault(`it is good ${until} only`));
        else resolve(days < daysLeft.doubt ? doubt(`it is good ${until} only`) : ok(until));
      },
    );
    const unreachable = (reason: string): void => {
      socket.destroy();
      resolve(doubt(`${hostname} cannot be reached from here: ${reason}`));
    };
    socket.on('error', ({ message }: Error) => unreachable(message));
    socket.on('timeout', () => unreachable('no answer'));
  });
}

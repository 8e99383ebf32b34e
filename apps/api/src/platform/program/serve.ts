import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type { Settings } from '../settings/env.ts';
import { maxFileBytes } from '../http/multipart.ts';
import type { Logger } from './logger.ts';
import { StartRefused } from './start-checks.ts';

/** Time in ms for running calls and uploads to finish. Process managers usually kill after 10 s. */
const drainMs = 8000;

/** Bytes per second of the slowest expected upload lines, halved as a margin. */
const slowestBytesPerSecond = 60_000 / 2;
/** Timeout of a whole call: a file of maximum size on the slowest line. */
export const requestTimeoutMs = Math.ceil(maxFileBytes / slowestBytesPerSecond) * 1000;

/** Address to listen on, and the setting that configures the port. */
interface Place {
  readonly host: string;
  readonly port: number;
  readonly setting: string;
}

function plainReason(error: NodeJS.ErrnoException, { host, port, setting }: Place): string {
  const where = `${host}:${String(port)}`;
  if (error.code === 'EADDRINUSE') {
    return `Wasl cannot start: ${where} is already in use. Stop what uses it, or choose another ${setting}.`;
  }
  if (error.code === 'EACCES')
    return `Wasl cannot start: it may not listen on ${where}. Choose a ${setting} above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `Wasl cannot start: this machine has no address ${host}. Check ${setting.replace('PORT', 'HOST')}.`;
  }
  return `Wasl cannot start: ${error.message}`;
}

/** Listens on the configured address and returns the port. @throws StartRefused with a plain sentence. */
export async function listen(server: Server, settings: Settings): Promise<number> {
  // Longer than the idle timeout of common proxies, so that the proxy closes an idle connection first.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 20_000;
  server.requestTimeout = requestTimeoutMs;
  return await listenAt(server, { host: settings.host, port: settings.port, setting: 'PORT' });
}

/** Listens there and returns the port. @throws StartRefused with a plain sentence. */
export async function listenAt(server: Server, place: Place): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartRefused(plainReason(error, place), { cause: error }));
    });
    server.listen(place.port, place.host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : place.port;
}

export interface Drain {
  readonly log: Logger;
  /**
   * Seconds in which the server still accepts calls after {@link Drain.unready}. A proxy that polls readiness stops
   * sending calls within that time. A proxy that reacts to refused connections needs no delay.
   */
  readonly delaySeconds: number;
  /** Called first: the server reports not ready. */
  readonly unready: () => void;
  /** Called after the delay: no new work starts. */
  readonly begin: () => void;
  /** Called after the last answer: closes the database and other resources. */
  readonly close: () => Promise<void>;
}

/** Finishes accepted calls, then closes everything. Resolves within 10 seconds plus the delay. */
export async function drain(
  server: Server,
  { log, delaySeconds, unready, begin, close }: Drain,
): Promise<void> {
  unready();
  if (delaySeconds > 0) await pause(delaySeconds * 1000);
  begin();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Closes idle connections. Connections with a running call close after their answer.
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => {
    log.warn({ event: 'process.calls_aborted' });
    server.closeAllConnections();
  }, drainMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  await close();
}

/** SIGTERM and SIGINT run `end` and exit with 0. */
export function endOnSignals({
  log,
  end,
}: {
  readonly log: Logger;
  readonly end: () => Promise<void>;
}): void {
  let isGoing = false;
  const go = (signal: string): void => {
    if (isGoing) return;
    isGoing = true;
    log.info({ event: 'process.stopping', signal });
    end().then(
      () => {
        log.info({ event: 'process.stopped' });
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ event: 'process.stop_failed', err: error });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => go('SIGTERM'));
  process.on('SIGINT', () => go('SIGINT'));
}

/** SIGTERM and SIGINT drain the server and exit with 0. */
export function drainOnSignals(server: Server, options: Drain): void {
  endOnSignals({ log: options.log, end: async () => await drain(server, options) });
}

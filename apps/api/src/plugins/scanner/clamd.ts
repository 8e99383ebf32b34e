import { connect } from 'node:net';

import { NoVerdict, type Scanner } from '../../platform/storage/scanner.ts';

const silenceMs = 60_000;

/**
 * Client of ClamAV's daemon over TCP with its INSTREAM command (clamd(8)): length-prefixed chunks, an empty one at the
 * end, one line back. Existing libraries fall back to local programs when the daemon is down. Here an unavailable
 * daemon must mean "not checked".
 */
export function clamdScanner(url: URL): Scanner {
  const port = Number(url.port || 3310);
  return {
    async scan(content) {
      const socket = connect({ host: url.hostname, port, timeout: silenceMs });
      const answer = new Promise<string>((resolve, reject) => {
        let text = '';
        socket.setEncoding('utf8');
        socket.on('data', (part: string) => {
          text += part;
        });
        let isReached = false;
        socket.on('connect', () => {
          isReached = true;
        });
        socket.on('timeout', () => {
          socket.destroy(new Error('The scanner does not answer'));
        });
        socket.on('error', (cause) => {
          reject(isReached ? new NoVerdict(cause.message, { cause }) : cause);
        });
        socket.on('close', () => resolve(text));
      });
      // It may fail during the upload; it is awaited below.
      answer.catch(() => undefined);
      const send = async (bytes: Buffer | string): Promise<void> => {
        if (socket.destroyed || socket.write(bytes)) return;
        await new Promise<void>((go) => {
          const next = (): void => {
            socket.off('drain', next).off('close', next);
            go();
          };
          socket.on('drain', next).on('close', next);
        });
      };
      try {
        await send('zINSTREAM\0');
        for await (const chunk of content) {
          // The daemon closes the connection after an early answer, such as for a file that is too long.
          if (socket.destroyed || socket.readableEnded) break;
          const bytes = chunk as Buffer;
          const length = Buffer.alloc(4);
          length.writeUInt32BE(bytes.length);
          await send(length);
          await send(bytes);
        }
        await send(Buffer.alloc(4));
        const line = (await answer).replaceAll('\0', '').trim();
        const [, virus] = /^stream: (.+) FOUND$/.exec(line) ?? [];
        if (virus !== undefined) return virus;
        if (line === 'stream: OK') return null;
        throw new NoVerdict(`The scanner could not say: ${line.slice(0, 200)}`);
      } finally {
        content.destroy();
        socket.destroy();
      }
    },
  };
}

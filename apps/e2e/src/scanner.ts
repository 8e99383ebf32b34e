import { Buffer } from 'node:buffer';
import { createServer } from 'node:net';

import { type ChosenFile, pdf } from './files.ts';

/** The harmless test signature that every scanner reports as a virus. */
const signature = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';

export function infectedPdf(name: string): ChosenFile {
  const file = pdf(name);
  return { ...file, buffer: Buffer.concat([file.buffer, Buffer.from(`% ${signature}\n`)]) };
}

/** A local scanner with clamd's INSTREAM protocol: length, chunk, …, zero; then one line. */
export async function startScanner(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      for (let at = 'zINSTREAM\0'.length; at + 4 <= received.length;) {
        const length = received.readUInt32BE(at);
        if (length === 0) {
          const verdict = received.includes(signature) ? 'Eicar-Signature FOUND' : 'OK';
          socket.end(`stream: ${verdict}\0`);
          return;
        }
        at += 4 + length;
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `clamd://127.0.0.1:${String(port)}`, stop: () => void server.close() };
}

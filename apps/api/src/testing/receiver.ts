import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer with optional headers; `null` never answers. */
export type Answer = {
  readonly status: number;
  readonly location?: string;
  readonly body?: string;
  /** The body begins and does not end. */
  readonly isEndless?: boolean;
};

/** A webhook receiver on 127.0.0.1 that records its calls and gives the test's answers. */
export async function receiver(
  answer: (received: Received) => Answer | null = () => ({ status: 204 }),
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(one);
      const reply = answer(one);
      if (reply === null) return;
      response.writeHead(
        reply.status,
        reply.location === undefined ? {} : { location: reply.location },
      );
      if (reply.isEndless === true) response.write(reply.body ?? '');
      else response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/wasl`,
    port,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

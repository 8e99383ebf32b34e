// Receives what the portal tells of (docs/integrations.md): checks who sent it, answers at once, and does nothing twice.
//   npm install standardwebhooks
import type { IncomingMessage, RequestListener } from 'node:http';

import { Webhook } from 'standardwebhooks';

export interface PortalEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly requestId?: number;
    readonly stepId?: number;
    readonly status?: string;
  };
}

/** Messages are small: what is longer is not one. */
const mostBytes = 64 * 1024;

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > mostBytes) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * @param secret the `whsec_…` that the portal showed once
 * @param handle what is done with a message; where it fails the portal sends it again
 * @param once does the work of an id that is new, and keeps the id for some days with what the work writes, in one transaction:
 * where the work fails, the id is not kept
 */
export function receiveWebhooks(
  secret: string,
  handle: (event: PortalEvent) => Promise<void>,
  once: (id: string, work: () => Promise<void>) => Promise<void>,
): RequestListener {
  const webhook = new Webhook(secret);
  return (request, response) => {
    const answer = (status: number): void => {
      response.writeHead(status).end();
    };
    void (async () => {
      const body = await bodyOf(request);
      if (body === null) return answer(413);
      let event: PortalEvent;
      try {
        // Also refuses what is older than five minutes: a message that was caught is worth nothing later.
        event = webhook.verify(body, request.headers as Record<string, string>) as PortalEvent;
      } catch {
        return answer(401);
      }
      await once(String(request.headers['webhook-id']), () => handle(event));
      answer(204);
    })().catch(() => {
      answer(500);
    });
  };
}

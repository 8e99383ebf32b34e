// Receives the portal's webhooks (docs/integrations.md): checks the signature, answers at once, handles each message once.
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

/** Limit of a body in bytes. Messages of the portal are small. */
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
 * @param handle handles a message; after an error the portal sends it again
 * @param once runs the work for a new id. It stores the id for some days in the transaction of the work, so a failed
 * work leaves no id.
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
        // Also refuses messages older than five minutes, so a captured message cannot be replayed later.
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

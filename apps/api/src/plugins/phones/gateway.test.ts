import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';

import { httpGateway, type GatewayError, type PhoneDispatch } from './gateway.ts';

interface Example {
  createGateway(options: {
    secret: string;
    deliver: (message: { to: string; text: string; channel: string }) => Promise<string>;
  }): Server;
  providerAt(
    url: string,
    token: string,
  ): (message: { to: string; text: string; channel: string }) => Promise<string>;
}

const example = (await import(
  path.join(import.meta.dirname, '../../../../../docs/examples/message-gateway.mjs')
)) as Example;

const secret = randomBytes(32).toString('base64');
const message: PhoneDispatch = {
  id: 'msg_1',
  channel: 'sms',
  to: '+212612345678',
  text: 'Wasl : du nouveau sur votre demande 2026-000001 https://x.ma/d/1',
  lang: 'fr',
  kind: 'PROGRESS',
};

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}

/** A provider that records its messages. It responds to each call with the next of these codes, then with 200. */
async function aProvider(...answers: number[]) {
  const given: { body: unknown; authorization: string | undefined }[] = [];
  const url = await listen(
    createServer((req, res) => {
      let text = '';
      req.on('data', (part: Buffer) => {
        text += part.toString();
      });
      req.on('end', () => {
        given.push({ body: JSON.parse(text), authorization: req.headers.authorization });
        res.writeHead(answers.shift() ?? 200).end();
      });
    }),
  );
  return { url, given };
}

async function aGateway(...answers: number[]) {
  const provider = await aProvider(...answers);
  const url = await listen(
    example.createGateway({ secret, deliver: example.providerAt(provider.url, 'T0ken') }),
  );
  return { url, given: provider.given, gateway: httpGateway(url, secret, () => new Date()) };
}

const refusal = async (work: Promise<void>): Promise<GatewayError> =>
  await work.then(
    () => {
      throw new Error('It was taken');
    },
    (error: unknown) => error as GatewayError,
  );

describe('the example gateway', () => {
  it('passes the portal’s signed message to the provider', async () => {
    const { gateway, given } = await aGateway();
    await gateway.send(message);
    expect(given).toEqual([
      {
        body: { to: message.to, text: message.text, channel: 'sms' },
        authorization: 'Bearer T0ken',
      },
    ]);
  });

  it('sends the same message once, for any number of calls', async () => {
    const { gateway, given } = await aGateway();
    await gateway.send(message);
    await gateway.send(message);
    await gateway.send({ ...message, id: 'msg_2' });
    expect(given).toHaveLength(2);
  });

  it('refuses a message with another secret or an expired timestamp', async () => {
    const { url, given } = await aGateway();
    const stranger = httpGateway(url, randomBytes(32).toString('base64'), () => new Date());
    expect(await refusal(stranger.send(message))).toMatchObject({ status: 401, isFinal: false });
    const late = httpGateway(url, secret, () => new Date(Date.now() - 6 * 60_000));
    expect(await refusal(late.send(message))).toMatchObject({ status: 401 });
    expect(given).toEqual([]);
  });

  it('refuses a message that was changed in transit', async () => {
    const { url, given } = await aGateway();
    const at = new Date();
    const signed = new Webhook(secret).sign('msg_1', at, JSON.stringify(message));
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signed,
      },
      body: JSON.stringify({ ...message, to: '+212700000000' }),
    });
    expect(response.status).toBe(401);
    expect(given).toEqual([]);
  });

  it('reports an unknown number, and is retried when the provider is unavailable', async () => {
    const { gateway, given } = await aGateway(404, 500, 200);
    expect(await refusal(gateway.send(message))).toMatchObject({
      isUnknownNumber: true,
      isFinal: true,
    });
    const other = { ...message, id: 'msg_3' };
    expect(await refusal(gateway.send(other))).toMatchObject({ status: 503, isFinal: false });
    await gateway.send(other);
    expect(given).toHaveLength(3);
  });
});

describe('the portal’s call of the gateway', () => {
  it('is signed in the format of the Standard Webhooks library', async () => {
    let read: unknown;
    const url = await listen(
      createServer((req, res) => {
        let text = '';
        req.on('data', (part: Buffer) => {
          text += part.toString();
        });
        req.on('end', () => {
          read = new Webhook(`whsec_${secret}`).verify(text, req.headers as Record<string, string>);
          res.writeHead(204).end();
        });
      }),
    );
    await httpGateway(url, secret, () => new Date()).send(message);
    expect(read).toEqual(message);
  });

  it('does not follow redirects', async () => {
    const { url, given } = await aProvider();
    const away = await listen(
      createServer((_req, res) => {
        res.writeHead(307, { location: url }).end();
      }),
    );
    await expect(httpGateway(away, secret, () => new Date()).send(message)).rejects.toThrow();
    expect(given).toEqual([]);
  });
});

// A gateway between the portal and a provider of SMS and WhatsApp. It checks the signature, sends each message once, and
// translates the provider's answer. Node 20, no packages. Run it next to the portal:
//   MESSAGES_SECRET=… PROVIDER_URL=https://api.provider.example/messages PROVIDER_TOKEN=… node message-gateway.mjs
// and set MESSAGES_URL=http://127.0.0.1:8090/ with the same MESSAGES_SECRET on the portal.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const mostBytes = 10_000;
const toleranceSeconds = 5 * 60;
const rememberMs = 24 * 60 * 60 * 1000;

/**
 * Checks the portal's signature (https://www.standardwebhooks.com: HMAC-SHA256 of `id.timestamp.body`). Libraries exist
 * for most languages.
 */
export function isSigned(secret, headers, body, now = Date.now()) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (typeof id !== 'string' || !/^\d+$/.test(timestamp ?? '')) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
      return (
        one.startsWith('v1,') &&
        given.length === expected.length &&
        timingSafeEqual(given, expected)
      );
    });
}

async function read(request) {
  let body = '';
  for await (const part of request) {
    body += part;
    if (body.length > mostBytes) return null;
  }
  return body;
}

/**
 * @param deliver gives one message `{ to, text, channel }` to the provider. Returns 'sent', or 'unknown' for an unused
 * number. Throws when the portal should try again.
 */
export function createGateway({ secret, deliver }) {
  // The memory of one process. Several processes need a shared table.
  const seen = new Map();
  const forget = () => {
    for (const [id, at] of seen) if (Date.now() - at > rememberMs) seen.delete(id);
  };
  return createServer(async (request, response) => {
    const answer = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST') return answer(405, { error: 'method' });
    const body = await read(request).catch(() => null);
    if (body === null) return answer(413, { error: 'too_large' });
    if (!isSigned(secret, request.headers, body)) return answer(401, { error: 'signature' });
    const { id, to, text, channel } = JSON.parse(body);
    forget();
    // The portal repeats a message when our answer was lost.
    if (seen.has(id)) return answer(200, { id, status: 'sent' });
    seen.set(id, Date.now());
    try {
      const outcome = await deliver({ to, text, channel });
      if (outcome === 'unknown') return answer(422, { error: 'number_unknown' });
      return answer(200, { id, status: 'sent' });
    } catch {
      seen.delete(id);
      return answer(503, { error: 'provider' });
    }
  });
}

/** A provider with a plain JSON call. Change it to your provider's format. */
export function providerAt(url, token) {
  return async ({ to, text, channel }) => {
    const response = await fetch(url, {
      method: 'POST',
      signal: AbortSignal.timeout(8000),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ to, text, channel }),
    });
    if (response.ok) return 'sent';
    if (response.status === 404) return 'unknown';
    throw new Error(`The provider answered ${response.status}`);
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { MESSAGES_SECRET, PROVIDER_URL, PROVIDER_TOKEN, PORT = '8090' } = process.env;
  createGateway({
    secret: MESSAGES_SECRET ?? '',
    deliver: providerAt(PROVIDER_URL, PROVIDER_TOKEN),
  }).listen(Number(PORT), '127.0.0.1');
}

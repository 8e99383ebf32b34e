import http from 'node:http';
import net from 'node:net';

export interface Raw {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export interface RawCall {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** Sends a call exactly as given: the address is not normalised, and no header is added. */
export function raw(portalUrl: string, path: string, call: RawCall = {}): Promise<Raw> {
  const { hostname, port } = new URL(portalUrl);
  return new Promise((resolve, reject) => {
    const request = http.request(
      { hostname, port, path, method: call.method ?? 'GET', headers: call.headers ?? {} },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode = 0, headers } = answer;
          resolve({ status: statusCode, headers, text: Buffer.concat(parts).toString('utf8') });
        });
      },
    );
    request.on('error', reject);
    request.end(call.body);
  });
}

/** Writes bytes to the server, and reads until it closes the connection or is silent for two seconds. */
export function bytes(portalUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(portalUrl);
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(text));
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (part: Buffer) => (answer += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

/** Calls the API with JSON and a token, a key, or neither. */
export interface Caller {
  readonly call: (method: string, path: string, body?: unknown) => Promise<Raw>;
  readonly raw: (path: string, call?: RawCall) => Promise<Raw>;
}

export function caller(portalUrl: string, token: string | null): Caller {
  const own = token === null ? {} : { authorization: `Bearer ${token}` };
  const send = (path: string, call: RawCall = {}) =>
    raw(portalUrl, `/api${path}`, { ...call, headers: { ...own, ...call.headers } });
  return {
    raw: send,
    call: (method, path, body) =>
      body === undefined
        ? send(path, { method })
        : send(path, {
            method,
            headers: { 'content-type': 'application/json' },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
  };
}

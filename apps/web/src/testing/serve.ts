import { vi } from 'vitest';

export interface Sent {
  readonly method: string;
  /** Below `/api`, with its query. */
  readonly path: string;
  readonly body: unknown;
}
export interface Reply {
  readonly status?: number;
  readonly body: unknown;
}

/**
 * Mocks the server: `reply` answers each call, and an unknown call fails the test. Undo it with
 * `vi.unstubAllGlobals()`.
 * @returns the calls in order
 */
export function serveCalls(reply: (call: Sent) => Reply | undefined): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>((input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const json = (body: unknown, status = 200) =>
        Promise.resolve(new Response(JSON.stringify(body), { status }));
      if (url === '/config.json') return json({ apiBaseUrl: '/api' });
      const text = typeof init?.body === 'string' ? init.body : 'null';
      const call: Sent = {
        method: init?.method ?? 'GET',
        path: url.replace(/^\/api/, ''),
        body: JSON.parse(text) as unknown,
      };
      const answer = reply(call);
      if (answer === undefined)
        return Promise.reject(new Error(`Nobody answers ${call.method} ${call.path}`));
      sent.push(call);
      return json(answer.body, answer.status);
    }),
  );
  return sent;
}

import { vi } from 'vitest';

/** A received call: `POST /requests/filter`, with its query and its JSON body. */
export interface CallMade {
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface TestServer {
  readonly made: readonly CallMade[];
  readonly of: (call: string) => CallMade[];
}

function json(status: number, body: unknown): Response {
  const total = Array.isArray(body) ? { 'x-total-count': String(body.length) } : {};
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...total },
  });
}

/**
 * Mocks the network with a table by `METHOD /path`; other calls answer 404. A promise delays its answer; a `Response`
 * is returned unchanged.
 */
export function serve(answers: Readonly<Record<string, unknown>>): TestServer {
  const made: CallMade[] = [];
  const fetched = vi.fn<typeof fetch>(async (address, init) => {
    const url = new URL(
      address instanceof Request ? address.url : address.toString(),
      'http://portal.test',
    );
    const call = `${init?.method ?? 'GET'} ${decodeURIComponent(url.pathname).replace(/^\/api/, '')}`;
    const body: unknown =
      typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? null);
    made.push({ call, query: Object.fromEntries(url.searchParams), body });
    const answer = await answers[call];
    if (answer instanceof Response) return answer;
    return answer === undefined ? json(404, { code: 'NOT_FOUND' }) : json(200, answer);
  });
  vi.stubGlobal('fetch', fetched);
  return { made, of: (call) => made.filter((one) => one.call === call) };
}

import createClient from 'openapi-fetch';

import type { components, paths } from './schema.ts';

type Row = components['schemas']['WorklistRow'];

/**
 * The organisation's open steps, page after page.
 * @param portal where the portal is: `https://portail.example.ma`
 * @param key a key with the scope `requests:read`
 */
export async function readOpenSteps(portal: string, key: string): Promise<Row[]> {
  const client = createClient<paths>({
    baseUrl: `${portal}/api`,
    headers: { authorization: `Bearer ${key}` },
  });
  const rows: Row[] = [];
  const query: { page: number; size: number; tab: 'todo'; position?: string } = {
    page: 0,
    size: 50,
    tab: 'todo',
  };
  for (;;) {
    const { data, error, response } = await client.POST('/journeyInstanceProcessingSteps/filter', {
      params: { query },
      body: [],
    });
    if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
    rows.push(...data.results);
    // From where the next page is read: it costs as much as the first, and what comes meanwhile moves nothing.
    const next = response.headers.get('x-next-position');
    if (next === null) return rows;
    query.page += 1;
    query.position = next;
  }
}

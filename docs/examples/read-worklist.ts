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
  for (let page = 0; ; page += 1) {
    const { data, error } = await client.POST('/journeyInstanceProcessingSteps/filter', {
      params: { query: { page, size: 50, tab: 'todo' } },
      body: [],
    });
    if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
    rows.push(...data.results);
    if (data.results.length === 0 || rows.length >= data.totalElements) return rows;
  }
}

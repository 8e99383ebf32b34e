import type { APIRequestContext, Page } from '@playwright/test';

import { expect } from './server.ts';
import { tokenOf } from './signed-in.ts';

/** A call to the API (`/requests/1`) as somebody of the demonstration set; its answer. */
export async function callAs(
  request: APIRequestContext,
  portal: { readonly url: string },
  email: string,
  path: string,
  data: unknown,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${await tokenOf(request, portal.url, email)}` };
  const answer = await request.post(`${portal.url}/api${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return await answer.json();
}

/** The newest request in a status of whoever is signed in on the page. */
export async function requestIn(
  page: Page,
  status: string,
): Promise<{ id: number; number: string }> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.post('/api/requests/filter?page=0&size=50', {
    headers: { authorization: `Bearer ${token ?? ''}` },
    data: [{ key: 'status', operation: 'EQUALS', value: status }],
  });
  const [request] = (await answer.json()) as { id: number; numRequest: string }[];
  if (request === undefined) throw new Error(`no request is ${status}`);
  return { id: request.id, number: request.numRequest };
}

import type { APIRequestContext, Page } from '@playwright/test';

import type { ChosenFile } from './files.ts';
import { expect } from './server.ts';
import { tokenOf } from './signed-in.ts';

/** Calls the API (`/requests/1`) as a person of the demonstration data. @returns its answer */
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

/** A function that calls the API (`/requests/1`) in a session and a language, and returns the answer. */
export function callIn(page: Page, token: string, lang: string) {
  return async (method: string, path: string, data?: unknown): Promise<unknown> => {
    const answer = await page.request.fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'accept-language': lang },
      ...(data === undefined ? {} : { data }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as unknown;
  };
}

/** Newest request with a status, of the person signed in on the page. */
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

/** Saves a personalised request with documents and does not submit it. @returns its id */
export async function draftOf(
  request: APIRequestContext,
  portal: { readonly url: string },
  email: string,
  need: string,
  documents: readonly { readonly name: string; readonly file: ChosenFile }[] = [],
  service = 'CREATION_ENTREPRISE',
): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf(request, portal.url, email)}` };
  const post = async (path: string, multipart: Record<string, string | ChosenFile>) => {
    const answer = await request.post(`${portal.url}/api/requests${path}`, { headers, multipart });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as unknown;
  };
  const dto = { description: need, services: [{ code: service }] };
  const { id } = (await post('', { createRequestDto: JSON.stringify(dto) })) as { id: number };
  for (const document of documents) await post(`/${String(id)}/document`, { ...document });
  return id;
}

import { errorBodySchema } from '@wasl/contracts';

import type { TestClient } from './test-client.ts';

/** Paths and sentences of an INVALID_INPUT answer. */
export async function refusedFields(
  client: TestClient,
  path: string,
  body: object,
  lang = 'fr',
): Promise<Record<string, string>> {
  const answer = await client.post(`${path}?lang=${lang}`, body).expect(400);
  const { code, errors = [] } = errorBodySchema.parse(answer.body);
  if (code !== 'INVALID_INPUT') throw new Error(`Refused as ${code}`);
  return Object.fromEntries(
    errors.flatMap((fault) => ('path' in fault ? [[fault.path, fault.message]] : [])),
  );
}

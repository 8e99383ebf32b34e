import { documentedErrors, type Endpoint } from '@wasl/contracts';
import type { z } from 'zod';

import { issueText } from '../settings/issue-text.ts';
import { toApiError } from './error-response.ts';

/** Paths of members that are sent but not declared in the schema: they would leak unnoticed. */
function undeclared(sent: unknown, declared: unknown, path: string): string[] {
  if (Array.isArray(sent) && Array.isArray(declared)) {
    return sent.flatMap((item, index) =>
      undeclared(item, declared[index], `${path}[${String(index)}]`),
    );
  }
  if (
    typeof sent !== 'object' ||
    sent === null ||
    typeof declared !== 'object' ||
    declared === null
  )
    return [];
  const known = new Map(Object.entries(declared));
  return Object.entries(sent).flatMap(([name, value]) =>
    known.has(name) ? undeclared(value, known.get(name), `${path}.${name}`) : [`${path}.${name}`],
  );
}

/**
 * Checks an answer against its contract, as JSON will carry it.
 * @throws Error naming the call and the members that are wrong, missing or undeclared.
 */
export function checkAnswer(id: string, schema: z.ZodType, body: unknown): void {
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const result = schema.safeParse(sent);
  if (!result.success) {
    const faults = result.error.issues.map(issueText).join('; ');
    throw new Error(`The answer of ${id} breaks its contract: ${faults}`);
  }
  const extra = undeclared(sent, result.data, 'body');
  if (extra.length > 0)
    throw new Error(`The answer of ${id} has undeclared members: ${extra.join(', ')}`);
}

/** Checks that the contract of the call declares the error. @throws Error naming the call and the code */
export function checkRefusal(endpoint: Endpoint, thrown: unknown): void {
  const { code } = toApiError(thrown);
  if (!documentedErrors(endpoint).has(code))
    throw new Error(`The contract of ${endpoint.id} does not declare ${code}`, { cause: thrown });
}

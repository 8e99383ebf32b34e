import { isPlainText, type Endpoint, type Role } from '@wasl/contracts';
import type { z } from 'zod';

import { ApiError, type FieldFault } from './api-error.ts';
import { faultsOf } from './error-response.ts';

export interface RawInput {
  readonly params: unknown;
  readonly query: object;
  readonly body: unknown;
}

// Path and query texts are single lines. NUL, control characters and lone surrogates are refused before any schema.
function refuseControlText(values: unknown): FieldFault[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values)
    .filter(([, value]) =>
      (Array.isArray(value) ? value : [value]).some(
        (item) => typeof item === 'string' && !isPlainText(item),
      ),
    )
    .map(([path]) => ({ path: path.slice(0, 100), key: 'forbiddenCharacters' as const }));
}

/**
 * Drops empty members of the query, because forms send empty fields too. An empty value that the contract accepts stays.
 */
export function filledQuery(schema: Endpoint['query'], query: object): Record<string, unknown> {
  const shape = new Map<string, z.ZodType>(Object.entries(schema?.shape ?? {}));
  const isFilled = (name: string, value: unknown): boolean =>
    value !== '' || shape.get(name)?.safeParse(value).success === true;
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => isFilled(name, value)));
}

/**
 * Parses the parts of a call with the contract's schemas.
 * @param role of the caller: it selects the body's schema where one call serves two roles
 * @throws ApiError INVALID_INPUT with every fault of params, query and body.
 */
export function parseInput(
  endpoint: Pick<Endpoint, 'params' | 'query' | 'body' | 'bodyByRole'>,
  raw: RawInput,
  role?: Role,
): { params: unknown; query: unknown; body: unknown } {
  const faults: FieldFault[] = [...refuseControlText(raw.params), ...refuseControlText(raw.query)];
  const read = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    faults.push(...faultsOf(result.error));
    return undefined;
  };
  const parsed = {
    params: read(endpoint.params, raw.params),
    query: read(endpoint.query, filledQuery(endpoint.query, raw.query)),
    body: read((role && endpoint.bodyByRole?.[role]) ?? endpoint.body, raw.body),
  };
  if (faults.length > 0) throw new ApiError('INVALID_INPUT', { fields: faults });
  return parsed;
}

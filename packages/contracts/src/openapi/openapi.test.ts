import { describe, expect, it } from 'vitest';

import { endpoints } from '../endpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { openApiDocument } from './index.ts';

describe('the OpenAPI document', () => {
  it('is the committed one; renew it with `pnpm --filter @wasl/contracts openapi`', async () => {
    await expect(`${JSON.stringify(openApiDocument(), null, 2)}\n`).toMatchFileSnapshot(
      './openapi.json',
    );
  });

  it('has every call once, with every parameter of its path', () => {
    const { paths } = openApiDocument() as {
      paths: Record<
        string,
        Record<string, { operationId: string; parameters: { name: string; in: string }[] }>
      >;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(
      Object.keys(endpoints).sort(),
    );
    for (const { path, parameters } of operations) {
      const named = parameters
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => `{${parameter.name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(named);
    }
  });

  it('keys every endpoint by its own id', () => {
    for (const [key, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
      expect(endpoint.id).toBe(key);
    }
  });
});

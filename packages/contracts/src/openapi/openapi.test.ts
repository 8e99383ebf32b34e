import { describe, expect, it } from 'vitest';

import { endpoints } from '../endpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { bodyExamples } from './examples.ts';
import { openApiDocument } from './index.ts';

describe('the OpenAPI document', () => {
  it('names the shared schemas, and every reference is defined', () => {
    const text = JSON.stringify(openApiDocument());
    const { components } = openApiDocument() as { components: { schemas: object } };
    const there = Object.keys(components.schemas).sort();
    const meant = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(meant)].sort()).toEqual(there);
    expect(there).toEqual(
      expect.arrayContaining(['RequestView', 'StepView', 'UserView', 'ErrorBody']),
    );
    expect(text).not.toContain('$defs');
  });

  it('contains every call once, with every parameter of its path', () => {
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

  it('describes every call, parameter and tag, and names a licence and a contact', () => {
    const { info, tags, paths } = openApiDocument('https://wasl.example.ma') as {
      info: object;
      tags: { name: string; description?: string }[];
      paths: Record<
        string,
        Record<
          string,
          { summary: string; description: string; parameters: { description?: string }[] }
        >
      >;
    };
    expect(info).toMatchObject({
      license: { name: 'MIT' },
      contact: { url: 'https://wasl.example.ma/contact' },
    });
    expect(tags.filter(({ description }) => description === undefined)).toEqual([]);
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(150);
    for (const { summary, description, parameters } of operations) {
      expect(summary).not.toBe('');
      expect(description).toContain(summary.replace(/\.$/, ''));
      expect(parameters.filter((parameter) => !parameter.description)).toEqual([]);
    }
  });

  it.each(Object.entries(bodyExamples))('shows a valid example of %s', (id, example) => {
    const { body } = endpoints[id as keyof typeof endpoints] as Endpoint;
    expect(body?.safeParse(example)).toMatchObject({ success: true });
  });
});

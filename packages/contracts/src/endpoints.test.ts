import { readdirSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { administrationCalls } from './administration/index.ts';
import { endpoints } from './endpoints.ts';
import type { Endpoint } from './http/endpoint.ts';
import { issueKey } from './http/issues.ts';
import { loadMessages } from './words/load.ts';
import { hasPermission, roles } from './permissions.ts';

const all: Endpoint[] = Object.values(endpoints);

const isOfAdministration = (file: string): boolean => file.startsWith('administration/');

/** Ids of every call, found in the folders, independently of the tested list. */
async function definedIds(isIncluded: (file: string) => boolean): Promise<string[]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/[\w-]+\.ts$/.test(file) && isIncluded(file),
  );
  const contents = await Promise.all(
    files.map(
      async (file) =>
        (await import(path.join(import.meta.dirname, file))) as Record<string, object>,
    ),
  );
  return contents
    .flatMap((content) => Object.entries(content))
    .flatMap(([name, value]) => (/calls$/i.test(name) ? Object.keys(value) : []));
}

describe('the registry', () => {
  it('contains every call that a file defines exactly once', async () => {
    const ids = await definedIds((file) => !isOfAdministration(file));
    expect(ids.sort()).toEqual(Object.keys(endpoints).sort());
  });

  it('excludes the administration calls, whose registry contains each of them once', async () => {
    const ids = await definedIds((file) => isOfAdministration(file) && !file.endsWith('/index.ts'));
    expect(ids.sort()).toEqual(Object.keys(administrationCalls).sort());
    const routes = Object.values(administrationCalls).map(({ route }) => route);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('lists each call under its id, and no two calls share method and path', () => {
    expect(Object.entries(endpoints).filter(([key, e]) => key !== e.id)).toEqual([]);
    const places = all.map((e) => `${e.method} ${e.path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('declares exactly the parameters of each path', () => {
    for (const endpoint of all) {
      const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((m) => m[1]);
      expect([endpoint.id, Object.keys(endpoint.params?.shape ?? {})]).toEqual([
        endpoint.id,
        inPath,
      ]);
    }
  });

  it('lists the roles that may make each call', () => {
    const table = all.map((e) => {
      const permission = e.permission;
      const who =
        permission === 'public'
          ? 'public'
          : roles.filter((role) => hasPermission(role, permission)).join(' ');
      return `${e.path.padEnd(62)} ${e.method.toUpperCase().padEnd(6)} ${who}`;
    });
    expect(`\n${table.sort().join('\n')}\n`).toMatchSnapshot();
  });
});

describe('messages', () => {
  it('fall back to a general text for any issue of a schema', async () => {
    const fr = await loadMessages('fr');
    expect(fr.validation[issueKey({ code: 'custom', message: 'validation.nomRequired' })]).toBe(
      'Le nom est obligatoire',
    );
    expect(issueKey({ code: 'invalid_type', message: 'Invalid input' })).toBe('required');
    expect(issueKey({ code: 'custom', message: 'Not so' })).toBe('invalid');
  });
});

// @module-tag slow
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { repositoryRoot } from './paths.ts';
import { sbomOf } from './sbom.ts';

interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  }[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

it('lists every runtime package with its SHA-512, and no test-only package', async () => {
  const lock = await readFile(path.join(repositoryRoot, 'pnpm-lock.yaml'), 'utf8');
  const text = sbomOf(lock, { name: 'wasl', version: '1.0.0' });
  expect(sbomOf(lock, { name: 'wasl', version: '1.0.0' })).toBe(text);
  const bom = JSON.parse(text) as Bom;
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  const names = new Set(bom.components.map(({ name }) => name));
  for (const name of ['express', 'react', 'pg', 'zod', '@cantoo/pdf-lib', 'body-parser'])
    expect(names).toContain(name);
  for (const name of ['vitest', 's3rver', '@playwright/test', 'turbo'])
    expect(names).not.toContain(name);
  for (const { hashes } of bom.components)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  const express = bom.components.find(({ name }) => name === 'express');
  expect(express?.purl).toBe(`pkg:npm/express@${String(express?.version)}`);
  const hex = express?.hashes[0]?.content ?? '';
  expect(lock).toContain(Buffer.from(hex, 'hex').toString('base64'));
  const asks = bom.dependencies.find(({ ref }) => ref.startsWith('express@'))?.dependsOn ?? [];
  expect(asks.some((ref) => ref.startsWith('body-parser@'))).toBe(true);
});

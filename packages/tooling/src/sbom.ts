import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { parse } from 'yaml';
import { z } from 'zod';

import { repositoryRoot } from './paths.ts';
import { UserError } from './user-error.ts';

const versions = z.record(z.string(), z.string());
const wanted = z.record(z.string(), z.object({ version: z.string() }));
const lockFile = z.object({
  importers: z.record(z.string(), z.object({ dependencies: wanted.optional() })),
  packages: z.record(z.string(), z.object({ resolution: z.object({ integrity: z.string() }) })),
  snapshots: z.record(
    z.string(),
    z
      .object({ dependencies: versions.optional(), optionalDependencies: versions.optional() })
      .nullable(),
  ),
});

/** Packages that are served, without those that only build, test and measure. */
const isServed = (importer: string): boolean =>
  !['.', 'packages/tooling', 'apps/bench', 'apps/e2e'].includes(importer);

/** `name@1.2.3(peer@4)` without its peers. */
const bare = (key: string): string => key.replace(/\(.*$/s, '');

/**
 * The packages of the served product as a CycloneDX 1.6 document: name, version, address and SHA-512 by the lock file,
 * with dependencies. It is deterministic for a lock file.
 * @param text of `pnpm-lock.yaml`
 */
export function sbomOf(text: string, product: { name: string; version: string }): string {
  const { importers, packages, snapshots } = lockFile.parse(parse(text));
  const components = new Map<string, Models.Component>();
  const bom = new Models.Bom();
  const own = new Models.Component(Enums.ComponentType.Application, product.name, {
    version: product.version,
    bomRef: product.name,
  });
  bom.metadata.component = own;
  const open: { readonly from: Models.Component; readonly key: string }[] = [];
  const ask = (from: Models.Component, dependencies: Readonly<Record<string, string>>): void => {
    for (const [name, version] of Object.entries(dependencies)) {
      if (version.startsWith('link:')) continue;
      // An aliased package has its own name in the lock file.
      open.push({ from, key: `${name}@${version}` in snapshots ? `${name}@${version}` : version });
    }
  };
  for (const [importer, { dependencies = {} }] of Object.entries(importers)) {
    if (!isServed(importer)) continue;
    ask(own, Object.fromEntries(Object.entries(dependencies).map(([n, d]) => [n, d.version])));
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const id = bare(next.key);
    const before = components.get(next.key);
    if (before !== undefined) {
      next.from.dependencies.add(before.bomRef);
      continue;
    }
    const at = id.lastIndexOf('@');
    const [name, version] = [id.slice(0, at), id.slice(at + 1)];
    const integrity = packages[id]?.resolution.integrity;
    if (integrity === undefined) throw new UserError(`The lock file has no ${id}.`);
    const [algorithm = '', digest = ''] = integrity.split('-');
    if (algorithm !== 'sha512') throw new UserError(`${id} has no sha512 in the lock file.`);
    const component = new Models.Component(Enums.ComponentType.Library, name, {
      version,
      bomRef: next.key,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: new Models.HashDictionary([
        [Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')],
      ]),
    });
    components.set(next.key, component);
    bom.components.add(component);
    next.from.dependencies.add(component.bomRef);
    const { dependencies = {}, optionalDependencies = {} } = snapshots[next.key] ?? {};
    ask(component, { ...dependencies, ...optionalDependencies });
  }
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** `sbom [--output <file>]`: default is standard output. */
export async function writeSbom(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...words], options: { output: { type: 'string' } } });
  const manifest = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8')));
  const text = sbomOf(
    await readFile(path.join(repositoryRoot, 'pnpm-lock.yaml'), 'utf8'),
    manifest,
  );
  if (values.output === undefined) process.stdout.write(text);
  else await writeFile(values.output, text);
  return 0;
}

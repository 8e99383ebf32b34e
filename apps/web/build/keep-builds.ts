import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'vite';

/** Limit of earlier builds whose files remain. */
const mostEarlier = 5;
/** Milliseconds that files remain after the next build. */
const longest = 14 * 24 * 3_600_000;

/** A build, as stored in `builds/<id>.json`. */
interface Build {
  readonly builtAt: number;
  /** Relative to `assets`. */
  readonly files: readonly string[];
}

/** Builds whose files remain, newest first: this one, and earlier ones that an open page may still use. */
export function buildsToKeep<B extends Pick<Build, 'builtAt'>>(
  builds: readonly B[],
  now: number,
): readonly B[] {
  const newestFirst = [...builds].sort((one, other) => other.builtAt - one.builtAt);
  return newestFirst
    .slice(0, mostEarlier + 1)
    .filter((_, index) => now - (newestFirst[index - 1]?.builtAt ?? now) < longest);
}

async function readBuilds(folder: string): Promise<{ file: string; build: Build }[]> {
  const names = await fs.readdir(folder).catch(() => []);
  return await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return { file, build: JSON.parse(await fs.readFile(file, 'utf8')) as Build };
    }),
  );
}

const filesBelow = async (folder: string): Promise<string[]> =>
  (await fs.readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

/** Derives the build's name from all its content, and writes it to `build.json` and to every page with scripts. */
async function nameBuild(dist: string, assets: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(assets.join('\n'));
  const others = (await filesBelow(dist)).filter((file) => !/^(?:assets|builds)\b/.test(file));
  for (const file of others) hash.update(file).update(await fs.readFile(path.join(dist, file)));
  const id = hash.digest('hex').slice(0, 16);
  for (const page of others.filter((file) => /^(?:index|landing)\b.*\.html$/.test(file))) {
    const file = path.join(dist, page);
    const html = await fs.readFile(file, 'utf8');
    await fs.writeFile(
      file,
      html.replace('<head>', `<head>\n    <meta name="build" content="${id}" />`),
    );
  }
  await fs.writeFile(path.join(dist, 'build.json'), JSON.stringify({ id }));
  return id;
}

/**
 * Retains the hashed files of the last five builds, each for two weeks after the next one, so that open pages still
 * work. Names each build, which pages compare (`src/lib/http/use-new-version.ts`).
 */
export function keepBuilds(): Plugin {
  let dist = '';
  const own = new Set<string>();
  return {
    name: 'wasl-keep-builds',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved(config) {
      dist = path.resolve(config.root, config.build.outDir);
    },
    async buildStart() {
      for (const name of await fs.readdir(dist).catch(() => []))
        if (name !== 'assets' && name !== 'builds')
          await fs.rm(path.join(dist, name), { recursive: true });
    },
    // Runs after all other plugins, so that a failed build deletes nothing.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler(_options, bundle) {
        for (const name of Object.keys(bundle))
          if (name.startsWith('assets/')) own.add(name.slice('assets/'.length));
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (own.size === 0) return;
        const assets = await filesBelow(path.join(dist, 'assets'));
        const files = assets.filter((name) => own.has(name.replace(/\.br$/, '')));
        const id = await nameBuild(dist, files);
        const now = Date.now();
        const folder = path.join(dist, 'builds');
        await fs.mkdir(folder, { recursive: true });
        const readable = files.filter((name) => !name.endsWith('.map'));
        await fs.writeFile(
          path.join(folder, `${id}.json`),
          JSON.stringify({ builtAt: now, files: readable } satisfies Build),
        );
        const builds = await readBuilds(folder);
        const remaining = buildsToKeep(
          builds.map(({ file, build }) => ({ file, ...build })),
          now,
        );
        const wanted = new Set([...files, ...remaining.flatMap((build) => build.files)]);
        for (const name of assets.filter((one) => !wanted.has(one)))
          await fs.rm(path.join(dist, 'assets', name));
        const remainingFiles = new Set(remaining.map(({ file }) => file));
        for (const { file } of builds) if (!remainingFiles.has(file)) await fs.rm(file);
      },
    },
  };
}

import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

import { allowed } from './allowed.ts';
import { newerInScript } from './scripts.ts';
import { newerInStyles } from './styles.ts';

/**
 * Lists features in the built files that an oldest supported browser lacks (README), and unused entries of
 * `allowed.ts`.
 * @param files contents by name
 */
export function oldBrowserFaults(files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const used = new Set<string>();
  for (const [name, content] of files) {
    const found = /\.css$/.test(name) ? newerInStyles(content) : newerInScript(content);
    for (const feature of found) {
      const rule = allowed
        .filter((entry) => entry.files.test(name))
        .flatMap(({ features }) => features)
        .find((one) =>
          one.endsWith('.') ? feature.startsWith(one) : `${feature}.`.startsWith(`${one}.`),
        );
      if (rule === undefined) faults.push(`${name}: ${feature} is newer than the oldest browsers`);
      else used.add(rule);
    }
  }
  for (const feature of allowed.flatMap(({ features }) => features))
    if (!used.has(feature)) faults.push(`old-browsers/allowed.ts: nothing uses ${feature}`);
  return faults;
}

/**
 * Fails a build whose scripts or style sheets need newer browsers than the README promises.
 * @param options `isWhole` is false for a build that does not use everything in `allowed.ts`
 */
export function oldBrowsers({ isWhole = true }: { isWhole?: boolean } = {}): Plugin {
  let folder = '';
  return {
    name: 'wasl-old-browsers',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = new Map<string, string>();
        for (const file of await fs.readdir(folder, { recursive: true }))
          if (/\.(?:m?js|css)$/.test(file))
            files.set(path.basename(file), await fs.readFile(path.join(folder, file), 'utf8'));
        const faults = oldBrowserFaults(files).filter(
          (fault) => isWhole || files.has(fault.split(':')[0] ?? ''),
        );
        if (faults.length > 0) this.error(faults.join('\n'));
      },
    },
  };
}

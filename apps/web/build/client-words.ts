import { type Plugin, runnerImport } from 'vite';

import { ownRefusals } from '../src/i18n/own-refusals.ts';

const catalogue = /contracts\/src\/words\/(?:fr|en|ar|es)\.ts$/;

/**
 * Removes texts that only the server sends: a refusal contains its own sentence, so a page needs only `ownRefusals`. It
 * halves the compressed file, which every first load fetches.
 */
export function clientWords(): Plugin {
  return {
    name: 'wasl-client-words',
    enforce: 'pre',
    async load(id) {
      if (!catalogue.test(id)) return undefined;
      const { module, dependencies } = await runnerImport<{
        default: { readonly errors: Readonly<Record<string, string>> };
      }>(id);
      for (const file of dependencies) this.addWatchFile(file);
      const { errors, ...rest } = module.default;
      const own = Object.fromEntries(ownRefusals.map((code) => [code, errors[code]]));
      return `export default ${JSON.stringify({ errors: own, ...rest })};`;
    },
  };
}

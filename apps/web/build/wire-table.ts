import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const id = 'virtual:wasl/wire';
const contracts = fileURLToPath(
  new URL('../../../packages/contracts/src/endpoints.ts', import.meta.url),
);

interface ContractEndpoint {
  readonly method: string;
  readonly path: string;
  readonly multipart?: { readonly jsonParts?: readonly string[] };
  readonly response: object;
}

/**
 * Serves method and path of every call, read from the contracts when the client is built. The types
 * come from the contracts too, so the client is typed by them without carrying the validation
 * library (some 25 kB compressed) to pages that have no form.
 */
export function wireTable(): Plugin {
  return {
    name: 'wasl-wire-table',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const { module, dependencies } = await runnerImport<{
        endpoints: Record<string, ContractEndpoint>;
      }>(contracts);
      for (const file of dependencies) this.addWatchFile(file);
      const table = Object.fromEntries(
        Object.entries(module.endpoints).map(([name, endpoint]) => [
          name,
          {
            method: endpoint.method,
            path: endpoint.path,
            ...(endpoint.multipart ? { jsonParts: endpoint.multipart.jsonParts ?? [] } : {}),
            ...('contentTypes' in endpoint.response ? { isBinary: true } : {}),
          },
        ]),
      );
      return `export default ${JSON.stringify(table)};`;
    },
  };
}

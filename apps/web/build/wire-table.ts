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
 * Provides method and path of every call, derived from the contracts at build time. The types also come from the
 * contracts. Pages without forms thus save the validation library (some 25 kB compressed).
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

import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const id = 'virtual:wasl/form-shapes';
const source = fileURLToPath(new URL('form-shape-list.ts', import.meta.url));

/**
 * Serves what the fields of the simulators hold, read from the contracts when the client is built: their forms are
 * judged by the calculation, so their pages need nothing else of the validation library (some 26 kB compressed).
 */
export function formShapes(): Plugin {
  return {
    name: 'wasl-form-shapes',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    async load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      const { module, dependencies } = await runnerImport<{ shapes: object }>(source);
      for (const file of dependencies) this.addWatchFile(file);
      return Object.entries(module.shapes)
        .map(([name, shape]) => `export const ${name} = ${JSON.stringify(shape)};`)
        .join('\n');
    },
  };
}

import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const id = 'virtual:wasl/form-shapes';
const source = fileURLToPath(new URL('form-shape-list.ts', import.meta.url));

/**
 * Provides the field shapes of the simulators, derived from the contracts at build time. The calculation validates
 * their forms, so their pages save the validation library (some 26 kB compressed).
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

import type { Plugin } from 'vite';

const writers =
  /@mantine\/core\/esm\/core\/MantineProvider\/(MantineCssVariables|MantineClasses)\/\1\.mjs$/;

/**
 * Removes the library's code that writes variables and classes into `<style>` elements. The provider does not use it
 * (src/app/providers.tsx) and the variables are a sheet of the build (theme-css.ts), but no minifier can detect that.
 * Fails when the library has moved the code.
 */
export function withoutThemeStyles(): Plugin {
  const found = new Set<string>();
  return {
    name: 'wasl-without-theme-styles',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const name = writers.exec(id)?.[1];
      if (name === undefined) return undefined;
      found.add(name);
      return `export const ${name} = () => null;`;
    },
    buildEnd(error) {
      if (error === undefined && found.size !== 2)
        this.error(
          'Mantine’s writers of <style> elements are not where they were: build/without-theme-styles.ts',
        );
    },
  };
}

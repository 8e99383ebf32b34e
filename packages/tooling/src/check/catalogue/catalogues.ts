import fs from 'node:fs';
import path from 'node:path';

export const LANGUAGES = ['fr', 'en', 'ar', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Tree {
  readonly [key: string]: string | Tree;
}

/** One namespace in all languages; keys are dotted paths. */
export interface Catalogue {
  /** Shown in faults, e.g. `apps/web requests`. */
  name: string;
  /** i18next's namespace. */
  namespace: string;
  /** Whether code also uses the last part of a key alone, as for shared messages: an error code, a validation key. */
  isNamedByLastPart: boolean;
  words: Record<Language, Map<string, string>>;
}

export function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const words = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const full = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') words.set(full, value);
    else for (const [inner, word] of flatten(value, full)) words.set(inner, word);
  }
  return words;
}

/** Reads every catalogue of the checkout. A namespace that a language lacks counts as empty there. */
export async function readCatalogues(root: string): Promise<Catalogue[]> {
  const shared = await Promise.all(
    LANGUAGES.map(async (language) => {
      const file = path.join(root, `packages/contracts/src/words/${language}.ts`);
      const module = (await import(file)) as { default: Tree };
      return [language, flatten(module.default)] as const;
    }),
  );
  return [
    {
      name: 'packages/contracts',
      namespace: 'words',
      isNamedByLastPart: true,
      words: Object.fromEntries(shared) as Catalogue['words'],
    },
    ...readFolder(root, 'apps/web/src/i18n'),
    ...readModuleWords(root, 'apps/web/src'),
    ...readModuleWords(root, 'apps/api/src'),
  ];
}

function readFolder(root: string, folder: string): Catalogue[] {
  const namespaces = new Set<string>();
  for (const language of LANGUAGES) {
    const place = path.join(root, folder, language);
    for (const name of fs.existsSync(place) ? fs.readdirSync(place) : []) {
      if (name.endsWith('.json')) namespaces.add(name.slice(0, -'.json'.length));
    }
  }
  return [...namespaces].sort().map((namespace) => {
    const words = LANGUAGES.map((language) => {
      const file = path.join(root, folder, language, `${namespace}.json`);
      const tree = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Tree) : {};
      return [language, flatten(tree)] as const;
    });
    return {
      name: `${folder} ${namespace}`,
      namespace,
      isNamedByLastPart: false,
      words: Object.fromEntries(words) as Catalogue['words'],
    };
  });
}

/** Words of a server module or a client plugin: `<module>/words/<language>.json`. */
function readModuleWords(root: string, folder: string): Catalogue[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/words/fr.json'))
    .sort()
    .map((name) => {
      const place = path.dirname(name);
      const words = LANGUAGES.map((language) => {
        const file = path.join(root, folder, place, `${language}.json`);
        const tree = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Tree) : {};
        return [language, flatten(tree)] as const;
      });
      return {
        name: path.join(folder, place),
        namespace: path.basename(path.dirname(place)),
        isNamedByLastPart: false,
        words: Object.fromEntries(words) as Catalogue['words'],
      };
    });
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));
const catalogue =
  /\/(?:i18n\/(?<lang>\w+)\/(?<feature>[\w-]+)|plugins\/(?<plugin>[\w-]+)\/words\/(?<of>\w+))\.json$/;

/**
 * Names the file of a catalogue by language, feature and one hash of all catalogues. The first load carries the names
 * of all files, and a hash is the part of a name that does not compress. A changed text renames all catalogues.
 * @returns file name pattern for Rolldown, by the module of a chunk
 */
export function wordsFileNames(otherwise: string) {
  const hash = createHash('sha256');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => `${source}/${file}`)
    .filter((file) => catalogue.test(file));
  for (const file of files.sort())
    hash.update(file.slice(source.length)).update(readFileSync(file));
  const version = hash.digest('base64url').slice(0, 7);
  return ({ facadeModuleId }: { facadeModuleId?: string | null }): string => {
    const { lang, feature, plugin, of } = catalogue.exec(facadeModuleId ?? '')?.groups ?? {};
    if (feature !== undefined) return `assets/words-${String(lang)}-${feature}-${version}.js`;
    if (plugin !== undefined) return `assets/words-${String(of)}-${plugin}-${version}.js`;
    return otherwise;
  };
}

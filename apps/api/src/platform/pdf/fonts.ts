import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type FontName = 'regular' | 'bold';

// IBM Plex Sans Arabic (SIL Open Font License), as on the screens: Arabic, Latin and digits in one file.
const files: Readonly<Record<FontName, string>> = {
  regular: '400Regular/IBMPlexSansArabic_400Regular.ttf',
  bold: '600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
};

const packages = createRequire(import.meta.url);
const loaded = new Map<FontName, Buffer>();

export function fontBytes(name: FontName): Buffer {
  const known = loaded.get(name);
  if (known) return known;
  const bytes = readFileSync(
    packages.resolve(`@expo-google-fonts/ibm-plex-sans-arabic/${files[name]}`),
  );
  loaded.set(name, bytes);
  return bytes;
}

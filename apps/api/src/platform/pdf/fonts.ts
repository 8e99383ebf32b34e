import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

export type FontName = 'regular' | 'bold';

/** Fonts for the letters that a font lacks. */
export const fallbackFonts = { regular: 'regularFallback', bold: 'boldFallback' } as const;

// IBM Plex Sans Arabic (SIL Open Font License), as on the screens: Arabic, Latin and digits in one file.
// DejaVu Sans (Bitstream Vera licence): all of Latin, Tifinagh, Greek, Cyrillic and most signs.
const files = {
  regular: '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  bold: '@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
  regularFallback: '@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff',
  boldFallback: '@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff',
} as const;
type FontFile = keyof typeof files;

const packages = createRequire(import.meta.url);
const loaded = new Map<FontFile, Buffer>();

/** Unpacks a WOFF font: fontkit would unpack a table again for each letter. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [head];
  let end = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index;
    const [at, packed, length] = [4, 8, 12].map((part) => woff.readUInt32BE(entry + part)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(at, at + packed);
    const padding = Buffer.alloc(-length & 3);
    tables.push(packed < length ? inflateSync(bytes) : bytes, padding);
    woff.copy(head, 12 + 16 * index, entry, entry + 4);
    woff.copy(head, 16 + 16 * index, entry + 16, entry + 20);
    head.writeUInt32BE(end, 20 + 16 * index);
    head.writeUInt32BE(length, 24 + 16 * index);
    end += length + padding.length;
  }
  return Buffer.concat(tables);
}

export function fontBytes(name: FontFile): Buffer {
  const known = loaded.get(name);
  if (known) return known;
  const file = readFileSync(packages.resolve(files[name]));
  const bytes = files[name].endsWith('.woff') ? unpacked(file) : file;
  loaded.set(name, bytes);
  return bytes;
}

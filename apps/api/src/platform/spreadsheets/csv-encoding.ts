import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** `broken`: UTF-8 with lines that are not, or an encoding that is not recognised. */
export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'broken';

const newline = 0x0a;
const carriageReturn = 0x0d;
/** Letters and signs of French text in Windows-1252. Without `…`, which is `à` in the code page of DOS. */
const frenchSigns = 'àâçèéêëîïôùûüœæÀÂÇÈÉÊËÎÏÔÙÛÜŒÆ’‘“”–—«»°€\u00A0';
/** The signs of Windows-1252 that Latin-1 does not have. `TextDecoder` of some Node versions omits them. */
const signsFrom0x80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** UTF-16 variant by the byte order mark; null without one. */
export function utf16Of(beginning: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  return beginning[0] === 0xfe && beginning[1] === 0xff ? 'utf-16be' : null;
}

/** Decodes Windows-1252. */
export function fromWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (sign) => signsFrom0x80.charAt(sign.charCodeAt(0) - 0x80));
}

const isFrench = Array.from({ length: 256 }, (_, byte) =>
  frenchSigns.includes(fromWindows1252(Buffer.of(byte))),
);
/**
 * Letters that are Arabic in Windows-1256, where French never has them: capitals with accents in sequence (but `ÉÉ`, as
 * in `CRÉÉ`), and an `æ` next to no plain letter.
 */
const arabicLetters = /(?!ÉÉ)[À-Ü]{2}|(?<![A-Za-z])æ(?![A-Za-z])/;

/** Whether bytes are French text in Windows-1252, and cannot be Arabic in Windows-1256. */
function isFrenchText(bytes: Buffer): boolean {
  return (
    bytes.every((byte) => byte < 0x80 || isFrench[byte] === true) &&
    !arabicLetters.test(bytes.toString('latin1'))
  );
}

/** Detects the encoding of a whole CSV file. Windows-1252 needs a file without one letter in UTF-8. */
export async function csvEncodingOf(path: string): Promise<CsvEncoding> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  const found = { otherThanUtf8: false, utf8Letters: false, otherThanFrench: false };
  const look = (lines: Buffer): void => {
    if (isUtf8(lines)) found.utf8Letters ||= lines.some((byte) => byte >= 0x80);
    else {
      found.otherThanUtf8 = true;
      found.otherThanFrench ||= !isFrenchText(lines);
    }
  };
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    const utf16 = isFirst ? utf16Of(bytes) : null;
    if (utf16 !== null) return utf16;
    isFirst = false;
    const block = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const end = Math.max(block.lastIndexOf(newline), block.lastIndexOf(carriageReturn)) + 1;
    rest = block.subarray(end);
    look(block.subarray(0, end));
  }
  look(rest);
  if (!found.otherThanUtf8) return 'utf-8';
  return found.otherThanFrench || found.utf8Letters ? 'broken' : 'windows-1252';
}

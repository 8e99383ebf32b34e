/** Extensions of files that a double click runs or installs, and of packages and images that start by themselves. */
const extensions = new Set(
  (
    'apk app appimage appx bat cab class cmd com command cpl deb dll dmg exe gadget hta htm html img inf ins iso jar jnlp ' +
    'js jse ksh lnk msc msi msix msp mst ocx pif pkg pl ps1 psm1 py rb reg rpm scf scr sct sh shtml svg swf sys url vb ' +
    'vbe vbs vhd vhdx webloc ws wsc wsf wsh xht xhtml xll'
  ).split(' '),
);

/** First bytes of programs: Windows, Linux, Java and macOS, Android, WebAssembly, shortcuts, Flash, scripts. */
const beginnings = (
  'MZ|\x7fELF|\xca\xfe\xba\xbe|\xfe\xed\xfa\xce|\xfe\xed\xfa\xcf|\xce\xfa\xed\xfe|\xcf\xfa\xed\xfe|dex\n|\0asm|' +
  'L\0\0\0\x01\x14\x02\0|FWS|CWS|ZWS|#!'
).split('|');
const page = /^(?:\xef\xbb\xbf)?\s*(?:@echo |<!doctype html|<html|<script|<svg|<job)/i;

/** Whether a file's name is that of a program. Systems ignore invisible characters and dots at its end. */
export function isProgramName(name: string): boolean {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/[\s.]+$/, '');
  return extensions.has(/\.([^.]*)$/.exec(plain)?.[1]?.toLowerCase() ?? '');
}

/** @param text the first bytes of a file as Latin-1 */
export const beginsAsProgram = (text: string): boolean =>
  beginnings.some((beginning) => text.startsWith(beginning)) || page.test(text);

/**
 * Whether a file is an archive too: its last record ends with the file. Java starts such an archive after any content.
 */
export function isArchiveToo(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  return (
    at >= 0 && at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length
  );
}

/**
 * `Content-Disposition` of a download (RFC 6266): the UTF-8 name and an ASCII fallback. Quotes, backslashes and control
 * characters cannot break out of the header.
 */
export function contentDisposition(fileName: string): string {
  const name = fileName.toWellFormed();
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%/]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

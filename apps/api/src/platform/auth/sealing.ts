import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;
/**
 * Prefix of texts sealed with AES-256-GCM. Another algorithm would get its own prefix. base64url contains no point, so
 * older texts have no prefix.
 */
const mark = 'v1.';

/** Encrypts short secrets, so that a copy of the database does not reveal them. */
export interface Sealing {
  /** @param about the owner; a text sealed for one owner does not open for another */
  seal(text: string, about: string): string;
  /** Undefined for a text that has another key or owner, or was modified. */
  open(sealed: string, about: string): string | undefined;
}

/**
 * AES-256-GCM with a key derived from the installation's secret.
 * @param also another secret whose texts open too
 */
export function sealing(secret: string, also: string | null = null): Sealing {
  const keyOf = (text: string): Buffer =>
    Buffer.from(hkdfSync('sha256', text, '', 'wasl sealing', 32));
  const key = keyOf(secret);
  const keys = also === null ? [key] : [key, keyOf(also)];
  return {
    seal: (text, about) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return mark + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed, about) => {
      const text = sealed.startsWith(mark) ? sealed.slice(mark.length) : sealed;
      // The prefix of an unknown algorithm. Without this check base64 decoding would skip the point.
      if (text.includes('.')) return undefined;
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length < ivBytes + tagBytes) return undefined;
      const iv = bytes.subarray(0, ivBytes);
      const body = bytes.subarray(ivBytes + tagBytes);
      for (const one of keys) {
        const decipher = createDecipheriv('aes-256-gcm', one, iv)
          .setAAD(Buffer.from(about))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        try {
          return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
        } catch {
          // Another key or owner, or a modified text.
        }
      }
      return undefined;
    },
  };
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;
/**
 * Begins what is sealed by AES-256-GCM as below, so that another algorithm can come beside it: it gets a mark of its own, and
 * each text is opened by what its mark says. The point is no letter of base64url, in which the text of before has no mark.
 */
const mark = 'v1.';

/** Keeps short secrets in the database so that a copy of it does not tell them. */
export interface Sealing {
  /** @param about whose it is: sealed for one, it opens for nobody else */
  seal(text: string, about: string): string;
  /** Undefined for what was sealed with another key, for somebody else, or changed since. */
  open(sealed: string, about: string): string | undefined;
}

/**
 * AES-256-GCM with a key of its own, derived from the secret of the installation: another secret opens nothing of before.
 * @param also another secret, with which what was sealed is opened too
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
      // Of an algorithm that this version does not know: base64 would be read over the point.
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
          // Sealed with another key, for somebody else, or changed.
        }
      }
      return undefined;
    },
  };
}

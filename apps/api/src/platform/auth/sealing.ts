import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Keeps short secrets in the database so that a copy of it does not tell them. */
export interface Sealing {
  /** @param about whose it is: sealed for one, it opens for nobody else */
  seal(text: string, about: string): string;
  /** Undefined for what was sealed with another key, for somebody else, or changed since. */
  open(sealed: string, about: string): string | undefined;
}

/** AES-256-GCM with a key of its own, derived from the secret of the installation: another secret opens nothing of before. */
export function sealing(secret: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wasl sealing', 32));
  return {
    seal: (text, about) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < ivBytes + tagBytes) return undefined;
      const iv = bytes.subarray(0, ivBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, iv)
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        const body = bytes.subarray(ivBytes + tagBytes);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

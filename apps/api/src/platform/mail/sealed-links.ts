import type { Sealing } from '../auth/sealing.ts';

const mark = 'sealed:';
const about = 'mail';

/** Encrypts the token in a waiting mail's parameters, so that only this installation can read it. */
export function sealLink<T extends object>(sealing: Sealing, params: T): T {
  if (!('token' in params) || typeof params.token !== 'string') return params;
  return { ...params, token: mark + sealing.seal(params.token, about) };
}

/** The link was sealed with a previous secret, so every retry would fail too. */
export class SealedBefore extends Error {
  readonly code = 'SEALED_BEFORE';
}

/**
 * Decrypts the token. Mails of an earlier release contain it in plain text.
 * @throws SealedBefore for a link sealed with another secret of the installation
 */
export function openLink(sealing: Sealing, params: unknown): unknown {
  if (typeof params !== 'object' || params === null || !('token' in params)) return params;
  const { token } = params;
  if (typeof token !== 'string' || !token.startsWith(mark)) return params;
  const opened = sealing.open(token.slice(mark.length), about);
  if (opened === undefined) throw new SealedBefore('The link was sealed with another secret');
  return { ...params, token: opened };
}

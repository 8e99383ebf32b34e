import type { Sealing } from '../auth/sealing.ts';

const mark = 'sealed:';
const about = 'mail';

/** What a waiting mail is made of, with the secret of its link readable by this installation alone. */
export function sealLink<T extends object>(sealing: Sealing, params: T): T {
  if (!('token' in params) || typeof params.token !== 'string') return params;
  return { ...params, token: mark + sealing.seal(params.token, about) };
}

/** The link was sealed with an earlier secret of the installation: no later attempt opens it. */
export class SealedBefore extends Error {
  readonly code = 'SEALED_BEFORE';
}

/**
 * The same as it was written; mails of an earlier release have their secret as it is.
 * @throws SealedBefore for one that was sealed with another secret of the installation
 */
export function openLink(sealing: Sealing, params: unknown): unknown {
  if (typeof params !== 'object' || params === null || !('token' in params)) return params;
  const { token } = params;
  if (typeof token !== 'string' || !token.startsWith(mark)) return params;
  const opened = sealing.open(token.slice(mark.length), about);
  if (opened === undefined) throw new SealedBefore('The link was sealed with another secret');
  return { ...params, token: opened };
}

import { parseCookie, stringifySetCookie } from 'cookie';

/** A cookie that scripts cannot read and other sites cannot send. */
export interface OwnCookie {
  readonly name: string;
  readonly value: string;
  /** Path of the cookie. Over https it is `/`, as `__Host-` requires. */
  readonly path: string;
  readonly maxAge: number;
}

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/**
 * Browsers accept `__Host-` cookies only from this very host over TLS, so another host of the same domain cannot
 * replace them. Browsers refuse such names without https, so a local portal uses the plain name.
 */
const sentName = (name: string, publicUrl: string): string =>
  isHttps(publicUrl) ? `__Host-${name}` : name;

/** Returns the `Set-Cookie` header. */
export function ownCookie(
  { name, path, ...rest }: OwnCookie,
  publicUrl: string,
): Record<string, string> {
  const secure = isHttps(publicUrl);
  const cookie = stringifySetCookie({
    ...rest,
    name: sentName(name, publicUrl),
    // `__Host-` requires it.
    path: secure ? '/' : path,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  });
  return { 'set-cookie': cookie };
}

export function readOwnCookie(
  cookies: string | undefined,
  name: string,
  publicUrl: string,
): string | undefined {
  return cookies === undefined ? undefined : parseCookie(cookies)[sentName(name, publicUrl)];
}

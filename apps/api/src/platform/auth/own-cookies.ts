import { parseCookie, stringifySetCookie } from 'cookie';

/** A cookie that no script reads and no other site has sent. */
export interface OwnCookie {
  readonly name: string;
  readonly value: string;
  /** Where the browser sends it; everywhere on this host where the portal is reached by https. */
  readonly path: string;
  readonly maxAge: number;
}

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/**
 * `__Host-`: a browser takes it from this very host alone, over TLS. Another host of the same domain cannot put one in its place.
 * Without https, on one's own machine, browsers refuse such names.
 */
const sentName = (name: string, publicUrl: string): string =>
  isHttps(publicUrl) ? `__Host-${name}` : name;

/** The header that gives a browser the cookie. */
export function ownCookie(
  { name, path, ...rest }: OwnCookie,
  publicUrl: string,
): Record<string, string> {
  const secure = isHttps(publicUrl);
  const cookie = stringifySetCookie({
    ...rest,
    name: sentName(name, publicUrl),
    // What `__Host-` asks for.
    path: secure ? '/' : path,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  });
  return { 'set-cookie': cookie };
}

/** What a browser brings of a cookie that {@link ownCookie} gave it. */
export function readOwnCookie(
  cookies: string | undefined,
  name: string,
  publicUrl: string,
): string | undefined {
  return cookies === undefined ? undefined : parseCookie(cookies)[sentName(name, publicUrl)];
}

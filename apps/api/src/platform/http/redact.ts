// Query members whose values are safe to log. Other values are redacted.
const loggedQuery = new Set(['page', 'size', 'sort', 'lang', 'again']);
// The path segment after one of these is a secret or a personal address.
const beforeSecret =
  /\/(confirm|savePassword|forgotPassword|resendConfirmation|reinitialiserMotPasse|emailConfirmation|currentUser|currentUserPartner|approveAgent|wasl|partage|stop|reunir|entry)\/[^/?#]+/gi;
const jwtLike = /eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g;
const tokenMember =
  /\b(token|password|secret|authorization)("?\s*[=:]\s*"?)(?:bearer\s+)?[^\s"&,;}]+/gi;

/** Redacts a URL for the log: tokens, e-mails, opaque keys and unknown query values. */
export function redactUrl(url: string): string {
  const [path = '', query] = url.slice(0, 2000).split('?', 2);
  const cleanPath = path
    .replace(beforeSecret, '/$1/[redacted]')
    .split('/')
    .map((segment) =>
      /@|%40/i.test(segment) || (/^[\w.~-]{24,}$/.test(segment) && /\d/.test(segment))
        ? '[redacted]'
        : segment,
    )
    .join('/');
  if (query === undefined) return cleanPath;
  const members = query.split('&').map((member) => {
    const name = member.split('=', 1)[0] ?? '';
    return loggedQuery.has(name) ? member : `${name.slice(0, 40)}=[redacted]`;
  });
  return `${cleanPath}?${members.join('&')}`;
}

/** Redacts text that looks like a secret, for the log. */
export function redactText(text: string): string {
  return text.replace(jwtLike, '[redacted]').replace(tokenMember, '$1$2[redacted]');
}

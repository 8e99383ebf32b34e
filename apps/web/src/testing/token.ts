const encoded = (value: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
};

/** A session token in the server's format, valid for an hour; `claims` overrides its members. */
export function signedToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const payload = {
    sub: 'amina@example.org',
    uid: 'u-1',
    user: { nom: 'El Amrani', prenom: 'Amina' },
    role: 'BENEFICIAIRE',
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...claims,
  };
  return `${encoded({ alg: 'HS256' })}.${encoded(payload)}.signature`;
}

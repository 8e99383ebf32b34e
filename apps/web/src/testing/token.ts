const encoded = (value: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
};

/** A session token as the server makes them, for an hour; `claims` replaces what it says. */
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

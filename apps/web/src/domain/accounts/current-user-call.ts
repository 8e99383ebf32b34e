import type { Session } from '../../lib/session/session.ts';

/** Each role has its own call for the current user. */
export const currentUserCall = (session: Session | null) =>
  session?.role === 'PARTENAIRE' ? 'getCurrentUserPartner' : 'getCurrentUser';

export const currentUserInput = (session: Session) => ({
  params: { id: session.userId ?? session.email },
});

import type { Session } from '../../lib/session/session.ts';

/** The call that reads the person signed in: each role has its own. */
export const currentUserCall = (session: Session | null) =>
  session?.role === 'PARTENAIRE' ? 'getCurrentUserPartner' : 'getCurrentUser';

/** What that call takes. */
export const currentUserInput = (session: Session) => ({
  params: { id: session.userId ?? session.email },
});

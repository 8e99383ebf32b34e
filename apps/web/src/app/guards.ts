import type { Session } from '../lib/session/session.ts';
import type { AppRoute } from '../lib/routing/route-table.ts';

/** Redirect of a guard; null grants access. */
export type Verdict =
  | '/login'
  | '/requests'
  | '/unauthorized'
  | '/secondFactor'
  | '/consent'
  | null;

/** Checks the access to a page (docs/specification.md, portal §2). @param access null for an unknown address */
export function guard(access: AppRoute['access'] | null, session: Session | null): Verdict {
  if (access === 'everyone') return null;
  if (access === 'anonymous') return session === null ? null : '/requests';
  if (session === null) return '/login';
  // Before any personal data are shown or changed.
  if (session.isConsentDue && access !== 'session') return '/consent';
  // Until the second factor is set up, the server refuses all other calls.
  if (session.isSetupDue && access !== 'session') return '/secondFactor';
  if (access === null) return '/requests';
  if (access === 'session') return null;
  return access.includes(session.role) ? null : '/unauthorized';
}

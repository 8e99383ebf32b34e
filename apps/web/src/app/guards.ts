import type { Session } from '../lib/session/session.ts';
import type { AppRoute } from '../lib/routing/route-table.ts';

/** Where a guard sends someone; null lets them in. */
export type Verdict =
  | '/login'
  | '/requests'
  | '/unauthorized'
  | '/secondFactor'
  | '/consent'
  | null;

/** Who may see a page: docs/specification.md, portal §2. `null` as access stands for an address that is none of ours. */
export function guard(access: AppRoute['access'] | null, session: Session | null): Verdict {
  if (access === 'everyone') return null;
  if (access === 'anonymous') return session === null ? null : '/requests';
  if (session === null) return '/login';
  // Before anything of the person is shown or changed.
  if (session.isConsentDue && access !== 'session') return '/consent';
  // Until it is turned on, the server answers nothing else.
  if (session.isSetupDue && access !== 'session') return '/secondFactor';
  if (access === null) return '/requests';
  if (access === 'session') return null;
  return access.includes(session.role) ? null : '/unauthorized';
}

import type { ChangeAuthor } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { AuthorRow } from './partners.repository.ts';

/**
 * Whose change it was, for an agent who reads. Agents of another organisation stay without a name, and so does
 * whoever has left.
 * @param author null for a script of the administrator, and for an account that is no more
 */
export function presentAuthor(
  reader: Actor,
  author: AuthorRow | null,
  isScript: boolean,
): ChangeAuthor {
  if (isScript) return { kind: 'administrator', name: null };
  if (author === null) return { kind: 'other', name: null };
  if (author.id === reader.userId) return { kind: 'self', name: displayName(author) };
  if (author.role === 'BENEFICIAIRE') return { kind: 'beneficiary', name: displayName(author) };
  return author.partnerId === reader.partnerId
    ? { kind: 'colleague', name: displayName(author) }
    : { kind: 'other', name: null };
}

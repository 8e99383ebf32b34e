import type { ChangeAuthor } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { AuthorRow } from './partners.repository.ts';

/**
 * The author of a change, for an agent. Agents of another organisation and former agents have no name.
 * @param reader null for an administrator
 * @param author null for a script of the administrator, and for a deleted account
 */
export function presentAuthor(
  reader: Actor | null,
  author: AuthorRow | null,
  isScript: boolean,
): ChangeAuthor {
  if (isScript) return { kind: 'administrator', name: null };
  if (author === null) return { kind: 'other', name: null };
  if (author.id === reader?.userId) return { kind: 'self', name: displayName(author) };
  if (author.role === 'BENEFICIAIRE') return { kind: 'beneficiary', name: displayName(author) };
  return author.partnerId === reader?.partnerId
    ? { kind: 'colleague', name: displayName(author) }
    : { kind: 'other', name: null };
}

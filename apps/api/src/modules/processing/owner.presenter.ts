import type { StepOwner } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { OwnerRow } from './owner.repository.ts';

export function presentOwner(reader: Actor, owner: OwnerRow | null): StepOwner | null {
  if (owner === null) return null;
  return { id: owner.id, name: displayName(owner), isMe: owner.id === reader.userId };
}

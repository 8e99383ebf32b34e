import type { Actor } from '../platform/auth/actor.ts';

export type OrganisationAction = 'update' | 'add-document-type' | 'add-service' | 'manage-agents';

/** Whether the actor may do this to the organisation: only its own agents may, whatever the action. */
export function canOnOrganisation(
  actor: Actor,
  _action: OrganisationAction,
  organisation: { readonly id: number },
): boolean {
  return actor.role === 'PARTENAIRE' && actor.partnerId === organisation.id;
}

import type { Actor } from '../platform/auth/actor.ts';

export type OrganisationAction =
  | 'update'
  | 'manage-agents'
  | 'manage-integrations'
  | 'read-agents'
  | 'add-document-type'
  | 'add-service';

/** What decides who acts for the organisation, persons and other systems, and what it says of itself is for its responsables. */
const forResponsibles: ReadonlySet<OrganisationAction> = new Set([
  'update',
  'manage-agents',
  'manage-integrations',
]);

/** Whether it is the actor's organisation: of another one nobody does anything, whatever the action. */
export function isOwnOrganisation(actor: Actor, organisation: { readonly id: number }): boolean {
  return actor.role === 'PARTENAIRE' && actor.partnerId === organisation.id;
}

/** Whether the actor may do this to the organisation: its own agents, and for some acts its responsables alone. */
export function canOnOrganisation(
  actor: Actor,
  action: OrganisationAction,
  organisation: { readonly id: number },
): boolean {
  const isEnough = actor.isResponsible || !forResponsibles.has(action);
  return isEnough && isOwnOrganisation(actor, organisation);
}

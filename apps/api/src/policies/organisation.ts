import type { Actor } from '../platform/auth/actor.ts';

export type OrganisationAction =
  | 'update'
  | 'manage-agents'
  | 'manage-integrations'
  | 'read-agents'
  | 'add-document-type'
  | 'add-service';

/** Actions on access, integrations and published data of the organisation, which need a responsable. */
const forResponsibles: ReadonlySet<OrganisationAction> = new Set([
  'update',
  'manage-agents',
  'manage-integrations',
]);

/** Whether the organisation is the actor's. Every action requires this. */
export function isOwnOrganisation(actor: Actor, organisation: { readonly id: number }): boolean {
  return actor.role === 'PARTENAIRE' && actor.partnerId === organisation.id;
}

/** Whether the actor may do this to the organisation: its own agents, and for some actions only its responsables. */
export function canOnOrganisation(
  actor: Actor,
  action: OrganisationAction,
  organisation: { readonly id: number },
): boolean {
  const isEnough = actor.isResponsible || !forResponsibles.has(action);
  return isEnough && isOwnOrganisation(actor, organisation);
}

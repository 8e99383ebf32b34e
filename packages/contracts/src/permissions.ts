/** Roles and their permissions. The server enforces this table; the client hides what it does not permit. */
export const roles = ['BENEFICIAIRE', 'PARTENAIRE'] as const;
export type Role = (typeof roles)[number];

export const rolesByPermission = {
  'session:end': roles,
  'account:read-beneficiary': ['BENEFICIAIRE'],
  'account:read-agent': ['PARTENAIRE'],
  'account:update-beneficiary': ['BENEFICIAIRE'],
  'account:update-agent': ['PARTENAIRE'],
  'account:secure': roles,
  'account:enrol': roles,
  'account:choose-language': roles,
  'access:read': ['BENEFICIAIRE'],
  'qualification:write': ['BENEFICIAIRE'],
  'journey:read': roles,
  'document-type:read': roles,
  'document-type:add': ['PARTENAIRE'],
  'service:add': ['PARTENAIRE'],
  'organisation:manage': ['PARTENAIRE'],
  'organisation:govern': ['PARTENAIRE'],
  'request:list': roles,
  'request:read': roles,
  'request:write': ['BENEFICIAIRE'],
  'agreement:decide': ['BENEFICIAIRE'],
  'receipt:read': ['BENEFICIAIRE'],
  'step:list': roles,
  'worklist:read': ['PARTENAIRE'],
  'statistics:read': ['PARTENAIRE'],
  'step:update': roles,
  'step:own': ['PARTENAIRE'],
  'step:ask': ['PARTENAIRE'],
  'step:decline': ['PARTENAIRE'],
  'step:send-back': ['PARTENAIRE'],
  'step:take-back': ['PARTENAIRE'],
  'step:upload': ['BENEFICIAIRE'],
  'step-document:read': roles,
  'file:read': roles,
  'import:run': ['PARTENAIRE'],
  'invitation:send': ['PARTENAIRE'],
  'simulation:use': ['BENEFICIAIRE'],
  'message:read': roles,
  'message:write': roles,
  'message:settle': ['PARTENAIRE'],
  'note:use': ['PARTENAIRE'],
  'notice:read': roles,
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof rolesByPermission;

/** `public` is explicit, so that a call without a session is a decision. */
export type EndpointPermission = Permission | 'public';

/**
 * Role of an agent in the organisation. An `AGENT` works on steps; a `RESPONSABLE` also manages the agents and the
 * organisation's profile.
 */
export const agentRoles = ['RESPONSABLE', 'AGENT'] as const;
export type AgentRole = (typeof agentRoles)[number];

/** Whether the permission is limited to responsables among the agents. */
export function isForResponsibles(permission: EndpointPermission): boolean {
  return permission === 'organisation:govern';
}

/**
 * Possible scopes of an organisation's key (docs/integrations.md). A call names its scope in the contract; a call
 * without one refuses keys.
 */
export const keyScopes = [
  'requests:read',
  'documents:read',
  'progress:write',
  'statistics:read',
] as const;
export type KeyScope = (typeof keyScopes)[number];

export function hasPermission(role: Role, permission: Permission): boolean {
  return (rolesByPermission[permission] as readonly Role[]).includes(role);
}

/** Roles and what each may do. Both sides read this table; the server enforces it, the client hides what is not there. */
export const roles = ['BENEFICIAIRE', 'PARTENAIRE'] as const;
export type Role = (typeof roles)[number];

/** Every permission, and the roles that hold it. */
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

/** `public` has to be written out: an endpoint without a session is a decision, not an oversight. */
export type EndpointPermission = Permission | 'public';

/**
 * What an agent is inside the organisation: an `AGENT` works on files; a `RESPONSABLE` decides besides who else is an agent
 * and what the organisation says of itself.
 */
export const agentRoles = ['RESPONSABLE', 'AGENT'] as const;
export type AgentRole = (typeof agentRoles)[number];

/** Whether only a `RESPONSABLE` of the agents may, of a permission that agents hold. */
export function isForResponsibles(permission: EndpointPermission): boolean {
  return permission === 'organisation:govern';
}

/**
 * What a key of an organisation may be given (docs/integrations.md). A call says in the contract which one it asks for; whatever
 * says none is no key's.
 */
export const keyScopes = [
  'requests:read',
  'documents:read',
  'progress:write',
  'statistics:read',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Whether the role holds the permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return (rolesByPermission[permission] as readonly Role[]).includes(role);
}

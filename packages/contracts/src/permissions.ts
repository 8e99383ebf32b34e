/** Roles and what each may do. Both sides read this table; the server enforces it, the client hides what is not there. */
export const roles = ['BENEFICIAIRE', 'PARTENAIRE'] as const;
export type Role = (typeof roles)[number];

export const permissions = [
  'session:end',
  'account:read-beneficiary',
  'account:read-agent',
  'account:update-beneficiary',
  'account:update-agent',
  'account:secure',
  'account:enrol',
  'account:choose-language',
  'access:read',
  'qualification:write',
  'journey:read',
  'document-type:read',
  'document-type:add',
  'service:add',
  'organisation:manage',
  'organisation:govern',
  'request:list',
  'request:read',
  'request:write',
  'agreement:decide',
  'receipt:read',
  'step:list',
  'worklist:read',
  'statistics:read',
  'step:update',
  'step:own',
  'step:decline',
  'step:send-back',
  'step:take-back',
  'step:upload',
  'step-document:read',
  'file:read',
  'import:run',
  'invitation:send',
  'simulation:use',
  'message:read',
  'message:write',
  'message:settle',
  'note:use',
  'notice:read',
] as const;
export type Permission = (typeof permissions)[number];

/** `public` has to be written out: an endpoint without a session is a decision, not an oversight. */
export type EndpointPermission = Permission | 'public';

export const permissionsByRole = {
  BENEFICIAIRE: [
    'session:end',
    'account:read-beneficiary',
    'account:update-beneficiary',
    'account:secure',
    'account:enrol',
    'account:choose-language',
    'access:read',
    'qualification:write',
    'journey:read',
    'document-type:read',
    'request:list',
    'request:read',
    'request:write',
    'agreement:decide',
    'receipt:read',
    'step:list',
    'step:update',
    'step:upload',
    'step-document:read',
    'file:read',
    'simulation:use',
    'message:read',
    'message:write',
    'notice:read',
  ],
  PARTENAIRE: [
    'session:end',
    'account:read-agent',
    'account:update-agent',
    'account:secure',
    'account:enrol',
    'account:choose-language',
    'journey:read',
    'document-type:read',
    'document-type:add',
    'service:add',
    'organisation:manage',
    'organisation:govern',
    'request:list',
    'request:read',
    'step:list',
    'worklist:read',
    'statistics:read',
    'step:update',
    'step:own',
    'step:decline',
    'step:send-back',
    'step:take-back',
    'step-document:read',
    'file:read',
    'import:run',
    'invitation:send',
    'message:read',
    'message:write',
    'message:settle',
    'note:use',
    'notice:read',
  ],
} as const satisfies Record<Role, readonly Permission[]>;

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
  return (permissionsByRole[role] as readonly Permission[]).includes(permission);
}

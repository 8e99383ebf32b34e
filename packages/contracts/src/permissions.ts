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
  'account:choose-language',
  'qualification:write',
  'journey:read',
  'document-type:read',
  'document-type:add',
  'service:add',
  'organisation:manage',
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
  'step:upload',
  'step-document:read',
  'file:read',
  'import:run',
  'simulation:use',
  'message:read',
  'message:write',
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
    'account:choose-language',
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
    'account:choose-language',
    'journey:read',
    'document-type:read',
    'document-type:add',
    'service:add',
    'organisation:manage',
    'request:list',
    'request:read',
    'step:list',
    'worklist:read',
    'statistics:read',
    'step:update',
    'step:own',
    'step:decline',
    'step:send-back',
    'step-document:read',
    'file:read',
    'import:run',
    'message:read',
    'message:write',
    'note:use',
    'notice:read',
  ],
} as const satisfies Record<Role, readonly Permission[]>;

/** Whether the role holds the permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return (permissionsByRole[role] as readonly Permission[]).includes(permission);
}

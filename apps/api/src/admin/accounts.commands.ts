import { agentApprovalService, resetSecondFactor } from '../modules/accounts/index.ts';
import { reviewAttendance } from '../modules/requests/index.ts';
import { isActiveAgent } from '../platform/auth/active-agent.ts';
import { actingAs, asOption, reasonedWordOf } from './acting-as.ts';
import { idOf, Refusal, type AdminCommand } from './command.ts';
import { moment } from './table.ts';

const listAgents: AdminCommand = {
  name: 'agents list',
  usage: ['[--awaiting]', '[--json]'],
  summary: 'agents of the organisations, or those who await approval',
  async run({ deps, table, options }) {
    const agents = await agentApprovalService(deps).listAgents(
      options.awaiting ? 'awaiting' : 'all',
    );
    const rows = agents.map((agent) => [
      agent.email,
      `${agent.prenom} ${agent.nom}`,
      agent.partner?.title ?? null,
      moment(agent.createdAt),
      agent.emailConfirmedAt === null ? 'no' : 'yes',
      moment(agent.approvedAt),
      isActiveAgent(agent) ? 'yes' : 'no',
      agent.isResponsible ? 'responsable' : 'agent',
    ]);
    const headings = [
      'E-mail',
      'Name',
      'Organisation',
      'Signed up',
      'Confirmed',
      'Approved',
      'Can sign in',
      'Role',
    ];
    table('agents', headings, rows);
  },
};

const approveAgent: AdminCommand = {
  name: 'agents approve',
  usage: ['<e-mail>', asOption],
  summary: 'open the portal to an agent of an approved organisation',
  refusals: {
    NOT_FOUND: 'There is no agent with this e-mail: agents list.',
    STATE_CONFLICT: 'Their organisation is not approved: organisations approve opens both.',
    ACCOUNT_DISABLED: 'An administrator closed this access: person history says who and why.',
  },
  async run({ deps, print, options }, email) {
    const isNow = await agentApprovalService(deps).approveAgent(email, actingAs(options));
    // Resumes work that waited for an agent of the organisation.
    await reviewAttendance(deps);
    print(isNow ? `${email} is approved and notified by mail.` : `${email} was approved already.`);
  },
};

const refuseAgent: AdminCommand = {
  name: 'agents refuse',
  usage: ['<e-mail>', '--reason <text>', asOption],
  summary: 'refuse an agent who awaits approval; a mail states the reason',
  refusals: { NOT_FOUND: 'There is no agent with this e-mail: agents list.' },
  async run({ deps, print, options }, email) {
    if (!(await agentApprovalService(deps).refuseAgent(email, reasonedWordOf(options))))
      throw new Refusal(`${email} does not await approval: person suspend closes an access.`);
    print(`${email} is refused; person reopen takes it back.`);
  },
};

const listOrganisations: AdminCommand = {
  name: 'organisations list',
  usage: ['[--awaiting]', '[--json]'],
  summary: 'organisations, or those that await approval',
  async run({ deps, table, options }) {
    const organisations = await agentApprovalService(deps).listOrganisations(
      options.awaiting ? 'awaiting' : 'all',
    );
    const rows = organisations.map((one) => [
      one.id,
      one.title,
      one.agents,
      moment(one.createdAt),
      moment(one.approvedAt),
      moment(one.refusedAt),
    ]);
    const headings = ['Id', 'Title', 'Agents', 'Created', 'Approved', 'Refused'];
    table('organisations', headings, rows);
  },
};

const approveOrganisation: AdminCommand = {
  name: 'organisations approve',
  usage: ['<id>', asOption],
  summary:
    'list an organisation and route requests to it, also a refused one; approves its founding agents',
  refusals: {
    NOT_FOUND: 'There is no organisation of this id: organisations list.',
    ORGANISATION_TAKEN: 'Another organisation has taken its title since it was refused.',
  },
  async run({ deps, print, options }, given) {
    const id = idOf(given, 'The organisation’s id');
    const { isNow, agents } = await agentApprovalService(deps).approveOrganisation(
      id,
      actingAs(options),
    );
    await reviewAttendance(deps);
    print(
      isNow
        ? `Organisation ${String(id)} is approved.`
        : `Organisation ${String(id)} was approved already.`,
    );
    for (const email of agents) print(`Its agent ${email} is approved and notified by mail.`);
  },
};

const resetFactor: AdminCommand = {
  name: 'second-factor reset',
  usage: ['<e-mail>', asOption],
  summary: 'remove the second factor of a person who lost phone and recovery codes',
  refusals: { NOT_FOUND: 'There is no account with this e-mail: find <part of a name>.' },
  async run({ deps, print, options }, email) {
    const wasOn = await resetSecondFactor(deps, email, actingAs(options));
    print(
      wasOn
        ? `${email} signs in with the password alone; every session has ended, and a mail tells them.`
        : `${email} has no second factor.`,
    );
  },
};

export const accountsCommands = [
  listAgents,
  approveAgent,
  refuseAgent,
  listOrganisations,
  approveOrganisation,
  resetFactor,
];

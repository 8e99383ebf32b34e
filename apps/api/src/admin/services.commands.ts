import type { ServiceDefaultView } from '@wasl/contracts/administration';

import { defaultOrganisationsService } from '../modules/administration/index.ts';
import { referenceService, serviceApprovalService } from '../modules/reference/index.ts';
import { asOption, reasonedWordOf, wordOf } from './acting-as.ts';
import { idOf, Refusal, type AdminCommand } from './command.ts';
import { moment } from './table.ts';

const listProposed: AdminCommand = {
  name: 'services proposed',
  usage: ['[--json]'],
  summary: 'services that organisations proposed and that are not listed yet',
  async run({ deps, table }) {
    const rows = (await referenceService(deps.db).proposedServices()).map((service) => [
      service.code,
      service.libelleFr,
      service.partner?.title ?? null,
      moment(service.createdAt),
    ]);
    table('services', ['Code', 'Label', 'Organisation', 'Proposed'], rows);
  },
};

const unknown = (code: string): Refusal =>
  new Refusal(`No proposed service has the code ${code}: services proposed lists them.`);

const approve: AdminCommand = {
  name: 'services approve',
  usage: ['<code>', '[--reason <text>]', asOption],
  summary: 'list a proposed service, so that every beneficiary can choose it',
  async run({ deps, print, options }, given) {
    const code = given.trim();
    if (!(await serviceApprovalService(deps).approve(code, wordOf(options)))) throw unknown(code);
    print(`The service ${code} is listed for everybody.`);
  },
};

const refuse: AdminCommand = {
  name: 'services refuse',
  usage: ['<code>', '--reason <text>', asOption],
  summary: 'refuse a proposed service; its organisation stops offering it',
  async run({ deps, print, options }, given) {
    const code = given.trim();
    if (!(await serviceApprovalService(deps).refuse(code, reasonedWordOf(options))))
      throw unknown(code);
    print(`The service ${code} is refused.`);
  },
};

const defaultCell = ({ organisation }: ServiceDefaultView): string => {
  if (organisation === null) return '';
  const { id, title, isAttended } = organisation;
  return `${String(id)} ${title}${isAttended ? '' : ' (no agent can sign in: gets nothing)'}`;
};

const listDefaults: AdminCommand = {
  name: 'services defaults',
  usage: ['[--json]'],
  summary: 'listed services, how many organisations offer each, and its default organisation',
  async run({ deps, table }) {
    const rows = (await defaultOrganisationsService(deps).list('en')).map((service) => [
      service.code,
      service.title,
      service.offering,
      defaultCell(service),
    ]);
    table('services', ['Code', 'Label', 'Offered by', 'Default'], rows);
  },
};

const setDefault: AdminCommand = {
  name: 'services default',
  usage: ['<code>', '[--organisation <id>]', '[--reason <text>]', asOption],
  summary: 'the organisation that gets a service when no other can; without --organisation, none',
  refusals: {
    NOT_FOUND: 'There is no listed service of this code: services defaults names them.',
    'organisationId.unattended':
      'No agent of this organisation can sign in, or it is not approved.',
  },
  async run({ deps, print, options }, given) {
    const code = given.trim();
    const id = options.organisation;
    const organisationId = id === undefined ? null : idOf(id, '--organisation');
    await defaultOrganisationsService(deps).set(code, organisationId, wordOf(options));
    print(
      organisationId === null
        ? `${code} has no default organisation.`
        : `${code} goes to organisation ${String(organisationId)} when no other can take it.`,
    );
  },
};

export const servicesCommands = [listProposed, approve, refuse, listDefaults, setDefault];

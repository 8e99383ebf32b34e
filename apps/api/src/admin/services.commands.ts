import { referenceService, serviceApprovalService } from '../modules/reference/index.ts';
import { asOption, reasonedWordOf, wordOf } from './acting-as.ts';
import { Refusal, type AdminCommand } from './command.ts';
import { moment } from './table.ts';

const listProposed: AdminCommand = {
  name: 'services proposed',
  usage: ['[--json]'],
  summary: 'services that organisations proposed and that nobody else sees yet',
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
  summary: 'list a proposed service for everybody; beneficiaries can choose it from now on',
  async run({ deps, print, options }, given) {
    const code = given.trim();
    if (!(await serviceApprovalService(deps).approve(code, wordOf(options)))) throw unknown(code);
    print(`The service ${code} is listed for everybody.`);
  },
};

const refuse: AdminCommand = {
  name: 'services refuse',
  usage: ['<code>', '--reason <text>', asOption],
  summary: 'refuse a proposed service: its organisation offers it no more',
  async run({ deps, print, options }, given) {
    const code = given.trim();
    if (!(await serviceApprovalService(deps).refuse(code, reasonedWordOf(options))))
      throw unknown(code);
    print(`The service ${code} is refused.`);
  },
};

export const servicesCommands = [listProposed, approve, refuse];

import { administratorActsRepository } from '../platform/database/administrator-acts.repository.ts';
import { referenceService } from '../modules/reference/index.ts';
import { inTransaction } from '../platform/database/db.ts';
import { asOption, wordOf } from './acting-as.ts';
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

const approve: AdminCommand = {
  name: 'services approve',
  usage: ['<code>', '[--reason <text>]', asOption],
  summary: 'list a proposed service for everybody; beneficiaries can choose it from now on',
  async run({ deps, print, options }, given) {
    const code = given.trim();
    const { by, reason } = wordOf(options);
    const now = deps.clock.now();
    await inTransaction(deps.db, async (tx) => {
      const partnerId = await referenceService(tx).shareService(code);
      if (partnerId === undefined)
        throw new Refusal(
          `No proposed service has the code ${code}: services proposed lists them.`,
        );
      const word = { by, reason: reason === null ? code : `${code}: ${reason}` };
      await administratorActsRepository(tx).record('SERVICE_APPROVED', { partnerId }, word, now);
    });
    deps.log.info({ event: 'admin.service_approved', code, by: 'administrator' });
    print(`The service ${code} is listed for everybody.`);
  },
};

export const servicesCommands = [listProposed, approve];

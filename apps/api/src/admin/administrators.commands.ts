import { email as emailSchema } from '@wasl/contracts';

import { administratorsService } from '../modules/administration/index.ts';
import { asOption, wordOf } from './acting-as.ts';
import { required, Refusal, UsageFault, type AdminCommand, type AdminContext } from './command.ts';
import { moment } from './table.ts';

const unknown = { NOT_FOUND: 'There is no administrator with this e-mail: administrators list.' };

/** Prints a link that registers a browser. It is never mailed, because a mailbox must not open the administration. */
function printLink({ deps, print }: AdminContext, secret: string): void {
  print('Open this link within 24 hours in the browser of that person; it works once:');
  print(`${deps.settings.publicUrl.replace(/\/$/, '')}/admin/entry/${secret}`);
}

const list: AdminCommand = {
  name: 'administrators list',
  usage: ['[--json]'],
  summary: 'who may administer the portal at /admin',
  async run({ deps, table }) {
    const rows = (await administratorsService(deps).list()).map((one) => [
      one.email,
      one.name,
      one.suspendedAt !== null ? 'suspended' : one.passwordHash === null ? 'not set up' : 'active',
      moment(one.createdAt),
    ]);
    table('administrators', ['E-mail', 'Name', 'State', 'Added'], rows);
  },
};

const add: AdminCommand = {
  name: 'administrators add',
  usage: ['<e-mail>', '--name <name>', asOption],
  summary: 'make an administrator, and print the link for their browser',
  refusals: { ALREADY_EXISTS: 'There is an administrator with this e-mail: administrators link.' },
  async run(context, given) {
    const parsed = emailSchema().safeParse(given);
    if (!parsed.success) throw new UsageFault(`"${given}" is no e-mail address.`);
    const name = required(context.options, 'name');
    const word = wordOf(context.options);
    printLink(context, await administratorsService(context.deps).add(parsed.data, name, word));
  },
};

const link: AdminCommand = {
  name: 'administrators link',
  usage: ['<e-mail>', '[--reset]', '[--reason <text>]', asOption],
  summary:
    'print a link for another browser; --reset also asks for a new password and second factor, and ends the other browsers',
  refusals: { ...unknown, STATE_CONFLICT: 'They are suspended: administrators reopen.' },
  async run(context, email) {
    const isReset = context.options.reset === true;
    const word = wordOf(context.options);
    printLink(context, await administratorsService(context.deps).link(email, isReset, word));
  },
};

const suspend: AdminCommand = {
  name: 'administrators suspend',
  usage: ['<e-mail>', '[--reason <text>]', asOption],
  summary: 'close /admin to an administrator; sessions and links end at once',
  refusals: unknown,
  async run({ deps, print, options }, email) {
    if (!(await administratorsService(deps).suspend(email, wordOf(options))))
      throw new Refusal(`${email} is suspended already.`);
    print(`${email} is suspended; every session has ended.`);
  },
};

const reopen: AdminCommand = {
  name: 'administrators reopen',
  usage: ['<e-mail>', '[--reason <text>]', asOption],
  summary: 'open /admin again to a suspended administrator',
  refusals: unknown,
  async run({ deps, print, options }, email) {
    if (!(await administratorsService(deps).reopen(email, wordOf(options))))
      throw new Refusal(`${email} is not suspended.`);
    print(`${email} can sign in again.`);
  },
};

export const administratorsCommands = [list, add, link, suspend, reopen];

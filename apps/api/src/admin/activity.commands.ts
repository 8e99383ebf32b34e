import { rename, rm, writeFile } from 'node:fs/promises';

import { monthReportService } from '../modules/administration/index.ts';
import { jobsRepository } from '../platform/jobs/jobs.repository.ts';
import { outboxRepository } from '../platform/mail/outbox.repository.ts';
import { actingAs, asOption } from './acting-as.ts';
import { activityByDay, actsOnIntegrations, failedImports } from './activity.repository.ts';
import { langGiven, required, sinceOf, UsageFault, type AdminCommand } from './command.ts';
import { moment } from './table.ts';

const listedAtMost = 50;

const activity: AdminCommand = {
  name: 'activity',
  usage: ['[--since <7d>]', '[--json]'],
  summary: 'activity by day, then new and ended keys and webhooks with their author, then failures',
  async run({ deps, table, options }) {
    const since = sinceOf(options.since ?? '7d', deps.clock.now());
    const days = await activityByDay(deps.db, since, deps.clock.now());
    table(
      'days',
      [
        'Day',
        'Sign ups',
        'Sign ins',
        'Submitted',
        'Steps closed',
        'Imports',
        'Mails sent',
        'Mails given up',
        'Administrator acts',
      ],
      days.map((one) => [
        one.day,
        one.signUps,
        one.signIns,
        one.submitted,
        one.stepsClosed,
        one.imports,
        one.mailsSent,
        one.mailsGivenUp,
        one.administratorActs,
      ]),
    );
    const acts = await actsOnIntegrations(deps.db, since, listedAtMost);
    if (acts.length > 0)
      table(
        'integrations',
        ['At (UTC)', 'What', 'Name', 'Organisation', 'By'],
        acts.map((one) => [
          moment(one.at),
          one.kind.toLowerCase().replaceAll('_', ' '),
          one.name,
          one.organisation,
          one.by ?? 'the portal',
        ]),
      );
    const mails = await outboxRepository(deps.db).list('FAILED', listedAtMost);
    const imports = await failedImports(deps.db, since, listedAtMost);
    const jobs = await jobsRepository(deps.db).list();
    const failures = [
      ...mails
        .filter(({ createdAt }) => createdAt >= since)
        .map((mail) => [
          moment(mail.createdAt),
          `mail ${String(mail.id)}`,
          `${mail.template} to ${mail.to}`,
          mail.lastError,
        ]),
      ...imports.map((one) => [
        moment(one.startedAt),
        `import ${one.status.toLowerCase()}`,
        `${one.originalName} of ${one.partner.title}`,
        one.refusal ?? `${String(one.faults)} faults`,
      ]),
      ...jobs
        .filter(({ lastFailureAt }) => lastFailureAt !== null && lastFailureAt >= since)
        .map((job) => [moment(job.lastFailureAt), 'job', job.name, job.lastError]),
    ].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? 1 : -1));
    if (failures.length > 0) table('failures', ['At (UTC)', 'What', 'Of', 'Cause'], failures);
  },
};

const report: AdminCommand = {
  name: 'report',
  usage: ['--month <2026-06>', '--output <file.xlsx>', '[--lang <fr|en|ar|es>]', asOption],
  summary:
    'a workbook with each step of a month (days, delay, rating) and the figures of each organisation',
  async run({ deps, print, options }) {
    const month = required(options, 'month');
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw new UsageFault(`--month must be a month such as 2026-06, not "${month}".`);
    const file = required(options, 'output');
    if (!/\.xlsx$/i.test(file)) throw new UsageFault('--output must be the name of a .xlsx file.');
    const { steps, content } = await monthReportService(deps).export(
      month,
      langGiven(options.lang),
      actingAs(options),
    );
    const unfinished = `${file}.part`;
    await rm(unfinished, { force: true });
    await writeFile(unfinished, content, { mode: 0o600, flag: 'wx' });
    await rename(unfinished, file);
    print(`${String(steps)} steps are in ${file}. It holds personal data: keep it as such.`);
  },
};

export const activityCommands = [activity, report];

import { failuresService } from '../modules/administration/index.ts';
import { jobsRepository } from '../platform/jobs/jobs.repository.ts';
import { queueNames, readQueues } from '../platform/jobs/queues.repository.ts';
import { actingAs, asOption } from './acting-as.ts';
import { Refusal, type AdminCommand } from './command.ts';
import { moment } from './table.ts';

const minutes = (seconds: number): string => `${String(Math.ceil(seconds / 60))} min`;

const list: AdminCommand = {
  name: 'jobs',
  usage: ['[--json]'],
  summary:
    'scheduled jobs with last run, success, failure and next run; and for each queue what waits, runs, failed and is late',
  async run({ deps, print, table }) {
    const [jobs, queues] = await Promise.all([
      jobsRepository(deps.db).list(),
      readQueues(deps, deps.additions.queues),
    ]);
    const now = Date.now();
    table(
      'jobs',
      ['Job', 'Every', 'Last run', 'Last success', 'Last failure', 'Failures', 'Next', 'Cause'],
      jobs.map((job) => [
        job.name,
        minutes(job.everySeconds),
        moment(job.lastStartedAt),
        moment(job.lastSuccessAt),
        moment(job.lastFailureAt),
        job.failures,
        job.heldUntil !== null && job.heldUntil.getTime() > now
          ? 'being done'
          : moment(job.nextRunAt),
        job.lastError,
      ]),
    );
    table(
      'queues',
      ['Queue', 'Waiting', 'Being done', 'Failed', 'Late (s)'],
      [
        ...queueNames.map((name) => ({ name, state: queues.states[name] })),
        ...queues.ofPlugins,
      ].map(({ name, state: { waiting, underWay, failed, late } }) => [
        name,
        waiting - underWay,
        underWay,
        failed,
        Math.round(late),
      ]),
    );
    const late = queues.jobs.filter(({ late: seconds }) => seconds > 60).map(({ name }) => name);
    if (late.length > 0)
      print(`No process runs ${late.join(', ')}: does the server or a worker run?`);
  },
};

const run: AdminCommand = {
  name: 'jobs run',
  usage: ['<job>', asOption],
  summary: 'run a job now, in the running server or worker',
  async run({ deps, print, options }, name) {
    if ((await failuresService(deps).retry('jobs', name, actingAs(options))) === 0)
      throw new Refusal(`There is no job "${name}"; jobs names them.`);
    print('It is begun within seconds, while the server or a worker runs.');
  },
};

/** `jobs run` first, because commands are matched by their first words. */
export const jobsCommands = [run, list];

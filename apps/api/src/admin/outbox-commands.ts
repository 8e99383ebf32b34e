import { failuresService } from '../modules/administration/index.ts';
import type { Deps } from '../platform/program/deps.ts';
import { actingAs, asOption } from './acting-as.ts';
import { idOf, Refusal, UsageFault, type AdminCommand, type AdminContext } from './command.ts';
import { moment } from './table.ts';

const listedAtMost = 100;
const states = { waiting: 'WAITING', failed: 'FAILED', sent: 'SENT' } as const;
type State = (typeof states)[keyof typeof states];
const isState = (name: string): name is keyof typeof states => Object.hasOwn(states, name);

interface Post {
  readonly id: number;
  readonly state: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
}

type Columns<Row> = readonly (readonly [string, (row: Row) => string | number | null])[];

/** One kind of outbox: its name, its repository and its own columns. */
export interface OutboxKind<Row extends Post> {
  /** `mail`: its commands are `mails list`, `mails show`, `mails retry`. */
  readonly noun: string;
  /** Its name among the queues. */
  readonly queue: string;
  readonly summaries: Readonly<Record<'list' | 'show' | 'retry', string>>;
  readonly open: (db: Deps['db']) => {
    list(state: State, limit: number): Promise<readonly Row[]>;
    find(id: number): Promise<Row | null>;
    counts(): Promise<Readonly<Record<State, number>>>;
  };
  /** Lists what was written to one address, and why something was not. */
  readonly byRecipient?: {
    readonly list: (db: Deps['db'], to: string, limit: number) => Promise<readonly Row[]>;
    readonly remarks: (db: Deps['db'], to: string) => Promise<readonly string[]>;
  };
  /** Extra columns of the list: before the number of attempts, and before the cause. */
  readonly listed: { readonly before: Columns<Row>; readonly after: Columns<Row> };
  /** Extra lines of a single row. */
  readonly shown: { readonly before: Columns<Row>; readonly after: Columns<Row> };
  readonly retried: {
    /** Why the named row is not retried. */
    readonly refusal: string;
    /** When the retry happens: `within seconds`. */
    readonly soon: string;
  };
}

const written = ({ createdAt }: Post) => moment(createdAt);
const next = ({ nextAttemptAt }: Post) => moment(nextAttemptAt);
const sent = ({ sentAt }: Post) => moment(sentAt);

/** Commands that list and show the rows of an outbox, and retry the failed ones. */
export function outboxCommands<Row extends Post>({
  noun,
  queue,
  summaries,
  open,
  byRecipient,
  listed,
  shown,
  retried,
}: OutboxKind<Row>): readonly AdminCommand[] {
  const nouns = `${noun}s`;
  const Noun = noun.charAt(0).toUpperCase() + noun.slice(1);
  const stateOf: Columns<Row>[number] = ['State', ({ state }) => state.toLowerCase()];
  const columnsOf = (isOfAllStates: boolean): Columns<Row> => [
    [Noun, ({ id }) => id],
    ...listed.before,
    ...(isOfAllStates ? [stateOf] : []),
    ['Attempts', ({ attempts }) => attempts],
    ['Written', written],
    ['Next or sent', (row) => (row.state === 'WAITING' ? next(row) : sent(row))],
    ...listed.after,
    ['Cause', ({ lastError }) => lastError],
  ];
  const alone: Columns<Row> = [
    ...shown.before,
    stateOf,
    ['Written', written],
    ['Attempts', ({ attempts }) => attempts],
    ['Next attempt', (row) => (row.state === 'WAITING' ? next(row) : null)],
    ['Sent', sent],
    ...shown.after,
    ['Cause', ({ lastError }) => lastError],
  ];
  const show = ({ table }: AdminContext, columns: Columns<Row>, found: readonly Row[]): void =>
    table(
      nouns,
      columns.map(([heading]) => heading),
      found.map((row) => columns.map(([, of]) => of(row))),
    );
  return [
    {
      name: `${nouns} list`,
      usage: [
        '[--state <waiting, failed or sent>]',
        ...(byRecipient ? ['[--to <e-mail>]'] : []),
        '[--json]',
      ],
      summary: summaries.list,
      async run(context) {
        const { deps, print, options } = context;
        const to = options.to?.trim();
        if (to !== undefined && byRecipient) {
          if (options.state !== undefined) throw new UsageFault('Say --to or --state, not both.');
          const found = await byRecipient.list(deps.db, to.toLowerCase(), listedAtMost);
          show(context, columnsOf(true), found);
          for (const remark of await byRecipient.remarks(deps.db, to.toLowerCase())) print(remark);
          return;
        }
        const name = options.state ?? 'failed';
        if (!isState(name))
          throw new UsageFault(
            `--state is one of ${Object.keys(states).join(', ')}, not "${name}".`,
          );
        const state = states[name];
        const outbox = open(deps.db);
        const counts = await outbox.counts();
        print(
          `${String(counts.WAITING)} wait, ${String(counts.FAILED)} were given up, ${String(counts.SENT)} left in the last 30 days.`,
        );
        const found = await outbox.list(state, listedAtMost);
        show(context, columnsOf(false), found);
        if (counts[state] > found.length)
          print(`… and ${String(counts[state] - found.length)} more`);
      },
    },
    {
      name: `${nouns} show`,
      usage: ['<id>', '[--json]'],
      summary: summaries.show,
      async run({ deps, table }, id) {
        const row = await open(deps.db).find(idOf(id, 'The id'));
        if (row === null)
          throw new Refusal(`There is no ${noun} of this id; sent ones go after 30 days.`);
        table(
          noun,
          [`${Noun} ${String(row.id)}`, 'Value'],
          alone.map(([heading, of]) => [heading, of(row)]),
        );
      },
    },
    {
      name: `${nouns} retry`,
      usage: ['[id]', '[--failed]', asOption],
      summary: summaries.retry,
      async run({ deps, print, options }, text) {
        const isAll = options.failed === true;
        if ((text === '') !== isAll)
          throw new UsageFault(`Name the id of a ${noun}, or say --failed.`);
        const id = isAll ? null : String(idOf(text, 'The id'));
        const count = await failuresService(deps).retry(queue, id, actingAs(options));
        if (count === 0 && !isAll) throw new Refusal(retried.refusal);
        print(`${String(count)} ${nouns} are tried again ${retried.soon}, while the server runs.`);
      },
    },
  ];
}

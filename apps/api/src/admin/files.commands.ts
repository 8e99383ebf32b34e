import { fileRemoval } from '../modules/files/index.ts';
import { refusalSentence } from '../platform/storage/store-ownership.ts';
import { asOption, reasonedWordOf } from './acting-as.ts';
import { idOf, Refusal, type AdminCommand } from './command.ts';
import { moment } from './table.ts';

const status: AdminCommand = {
  name: 'files status',
  usage: ['[--json]'],
  summary: 'check that the file store works and belongs to this database',
  async run({ deps, print }) {
    const { storage, storeOwnership } = deps;
    await storage.check();
    print('The store can be written, read and emptied.');
    const ownership = await storeOwnership.ownership();
    if (ownership.kind !== 'ours') throw new Refusal(refusalSentence(ownership));
    print('It is this database’s own.');
  },
};

const sweep: AdminCommand = {
  name: 'files sweep',
  usage: ['[--dry-run]', '[--over-limit]'],
  summary:
    'remove files older than a day without a row in the database, as the server does every hour',
  async run({ deps, print, table, showProgress, options }) {
    const isDryRun = options.dryRun ?? false;
    let progress = showProgress('Files', await deps.storeOwnership.expected());
    const report = await deps.storeOwnership
      .sweep({
        isDryRun,
        isOverLimit: options.overLimit ?? false,
        watch: {
          looked: () => progress.advance(),
          removing: (files) => {
            progress.end();
            progress = showProgress('Removing', files);
          },
          removed: () => progress.advance(),
        },
      })
      .finally(() => progress.end());
    print(
      `${String(report.orphans)} of ${String(report.files)} files have no row and are older than a day.`,
    );
    if (report.unfinished > 0)
      print(`${String(report.unfinished)} half-written files were left by killed processes.`);
    if (isDryRun) {
      const rows = report.examples.map(({ key, modifiedAt }) => [key, moment(modifiedAt)]);
      if (rows.length > 0) table('orphans', ['Key', 'Stored'], rows);
      if (report.orphans > rows.length) print(`… and ${String(report.orphans - rows.length)} more`);
    }
    if (report.refusal !== null) throw new Refusal(refusalSentence(report.refusal));
    if (isDryRun) print('They would be removed.');
    else {
      deps.log.info({
        event: 'storage.orphans_removed',
        by: 'administrator',
        count: report.removed,
      });
      print(`${String(report.removed)} are removed.`);
    }
  },
};

const claim: AdminCommand = {
  name: 'files claim',
  usage: ['[--yes]'],
  summary: 'make this database the owner of the file store, after a restore',
  async run({ deps, print, options }) {
    const { storeOwnership } = deps;
    const ownership = await storeOwnership.ownership();
    if (ownership.kind === 'ours') {
      await storeOwnership.keep();
      print('The store is this database’s own.');
      return;
    }
    const { files, orphans } = await storeOwnership.sweep({ isDryRun: true });
    print(refusalSentence(ownership));
    print(
      `${String(orphans)} of ${String(files)} files have no row here; the sweep would remove them within the hour.`,
    );
    if (options.yes !== true) {
      print('Nothing is changed. Make sure that no other portal uses the store, then add --yes.');
      return;
    }
    await storeOwnership.claim();
    print('The store is this database’s own now.');
  },
};

const remove: AdminCommand = {
  name: 'files remove',
  usage: ['<id>', '--reason <text>', asOption],
  summary: 'erase a file at once; its owner and the organisations get the reason',
  refusals: {
    NOT_FOUND:
      'There is no file of this id in an undeleted request: requests show names those of a request.',
  },
  async run({ deps, print, options }, given) {
    const id = idOf(given, 'The file’s id');
    const numbers = await fileRemoval(deps).remove(id, reasonedWordOf(options));
    print(`File ${String(id)} of ${numbers.join(', ')} is removed.`);
  },
};

export const filesCommands = [status, sweep, claim, remove];

import {
  lastRequestOfHistory,
  reviewHistory,
  type BrokenReason,
} from '../modules/requests/index.ts';
import { Refusal, type AdminCommand } from './command.ts';

const reasons: Readonly<Record<BrokenReason, string>> = {
  gap: 'an event before it was removed, or this one was put in',
  changed: 'it is not what was written, or not where it was written',
  words: 'its words are not those that were written',
  gone: 'what was written there, or after it, is gone',
  head: 'it was put in after the last one',
};

const verify: AdminCommand = {
  name: 'history verify',
  usage: ['[--json]'],
  summary: 'verify the hash chain of every request’s history, and name the first broken link',
  async run({ deps, print, table, showProgress }) {
    const last = await lastRequestOfHistory(deps.db);
    const progress = showProgress('Requests', last);
    const { requests, events, erased, broken } = await reviewHistory(deps.db, {
      last,
      looked: progress.advance,
    }).finally(progress.end);
    print(
      `${String(events)} events of ${String(requests)} requests; the words of ${String(erased)} were erased.`,
    );
    if (broken.length === 0) {
      print('Every link holds.');
      return;
    }
    table(
      'broken',
      ['request', 'place', 'event', 'what is wrong'],
      broken.map(({ requestId, position, id, reason }) => [
        requestId,
        position,
        id,
        reasons[reason],
      ]),
    );
    throw new Refusal(`The history of ${String(broken.length)} requests does not hold.`);
  },
};

export const historyCommands = [verify];

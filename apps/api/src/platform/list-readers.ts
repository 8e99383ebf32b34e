import { AsyncLocalStorage } from 'node:async_hooks';

import type { EndpointId } from '@wasl/contracts';

import type { Actor } from './auth/actor.ts';

/** Calls that only read, and much: they may be answered by a read replica. What a page shows of one thing is read where it is written. */
const lists: ReadonlySet<string> = new Set<EndpointId>([
  'countWorklist',
  'exportStatistics',
  'exportWorklist',
  'filterRequests',
  'filterWorklist',
  'getStatistics',
  'getUnread',
  'listImports',
  'listFiledRequests',
  'listNotices',
  'listThreads',
]);

export type ListReader = Pick<Actor, 'userId' | 'partnerId'>;

const readers = new AsyncLocalStorage<ListReader>();

/** Whether the call is one of {@link lists}. */
export function isList(endpointId: string): boolean {
  return lists.has(endpointId);
}

/** Answers a list to a person: what is read meanwhile may come from a replica that knows all that they know of. */
export async function forListReader<T>(reader: ListReader, answer: () => Promise<T>): Promise<T> {
  return await readers.run(reader, answer);
}

/** To whom a list is being answered; undefined for anything else. */
export function listReader(): ListReader | undefined {
  return readers.getStore();
}

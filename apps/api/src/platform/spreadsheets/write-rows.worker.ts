import { done, type Done } from '../threads/done.ts';
import { rowsBytes, type RowsJob } from './table-rows.ts';

export default async function writeInThread(job: RowsJob): Promise<Done> {
  return await done(() => Promise.resolve(rowsBytes(job)));
}

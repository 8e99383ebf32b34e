import process from 'node:process';

import { done, type Done } from '../platform/threads/done.ts';

export default async function end(job: 'end' | 'fail' | 'answer'): Promise<Done> {
  if (job === 'end') process.exit(3);
  return await done(() =>
    job === 'fail'
      ? Promise.reject(new RangeError('logged'))
      : Promise.resolve(Buffer.from('there')),
  );
}

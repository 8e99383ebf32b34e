import type { FailureView } from '@wasl/contracts/administration';
import { expect } from 'vitest';

import type { anAdministrator } from './administrators.ts';
import type { TestApp } from './create-test-app.ts';

interface Page {
  readonly rows: FailureView[];
  readonly next: string | null;
}

/** What failed, as an administrator sees it. */
export function failedRows(
  app: TestApp,
  me: Pick<Awaited<ReturnType<typeof anAdministrator>>, 'client'>,
) {
  return {
    list: async (queue: string, rest = ''): Promise<Page> =>
      (await me.client.get(`/admin/failures?queue=${queue}${rest}`).expect(200)).body as Page,

    /** @param id null: all. @returns how many are retried */
    retry: async (queue: string, id: string | null): Promise<number> =>
      (
        (await me.client.post('/admin/failures/retry', { queue, id }).expect(200)).body as {
          count: number;
        }
      ).count,

    lastAct: async () =>
      await app.db.administratorAct.findFirst({
        orderBy: { id: 'desc' },
        select: { kind: true, byName: true, reason: true, userId: true, partnerId: true },
      }),

    /** @param page a table with the condition and the order of its page */
    expectIndex: async (page: string): Promise<void> => {
      const [table = ''] = page.split(' ');
      const plan = await app.db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off');
        await tx.$executeRawUnsafe('SET LOCAL enable_sort = off');
        return await tx.$queryRawUnsafe(`EXPLAIN SELECT * FROM ${page} LIMIT 51`);
      });
      expect(JSON.stringify(plan)).toContain(`${table}_failed_idx`);
    },
  };
}

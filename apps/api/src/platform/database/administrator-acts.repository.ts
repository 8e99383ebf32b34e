import type { AdministratorActKind } from '@wasl/db';

import type { Db } from './db.ts';

export type { AdministratorActKind };

/** Who acts at a terminal, and why. */
export interface AdministratorWord {
  readonly by: string;
  readonly reason: string | null;
}

/** On a person, on an organisation, or on a request with the person whose it is. */
export type ActSubject =
  | { readonly userId: string; readonly requestId?: number }
  | { readonly partnerId: number };

/** What the administrator did to accesses and requests; rows are added and never changed. */
export function administratorActsRepository(db: Db) {
  return {
    /** Call it in the transaction of what it tells of. */
    async record(
      kind: AdministratorActKind,
      subject: ActSubject,
      { by, reason }: AdministratorWord,
      at: Date,
    ): Promise<void> {
      await db.administratorAct.create({
        data: { kind, ...subject, byName: by, reason, at },
        select: { id: true },
      });
    },

    /** What was done to the person, to their requests and to the organisation of theirs, latest first. */
    async about(email: string, take: number) {
      return await db.administratorAct.findMany({
        where: { OR: [{ user: { email } }, { partner: { agents: { some: { email } } } }] },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take,
        select: {
          kind: true,
          byName: true,
          reason: true,
          at: true,
          partner: { select: { title: true } },
          request: { select: { numRequest: true } },
        },
      });
    },

    /** What was done to a request, latest first. */
    async onRequest(numRequest: string, take: number) {
      return await db.administratorAct.findMany({
        where: { request: { numRequest } },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take,
        select: { kind: true, byName: true, reason: true, at: true },
      });
    },
  };
}

import type { AdministratorActKind } from '@wasl/db';

import type { Db } from './db.ts';

export type { AdministratorActKind };

/** Who acts at the terminal, and the reason. */
export interface AdministratorWord {
  readonly by: string;
  readonly reason: string | null;
}

/** Subject: a person, an organisation, or a request with its person. */
export type ActSubject =
  | { readonly userId: string; readonly requestId?: number }
  | { readonly partnerId: number };

/** Append-only log of the administrator's acts on accesses and requests. */
export function administratorActsRepository(db: Db) {
  return {
    /** Must run in the transaction of the act. */
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

    /** Acts on the person, their requests and their organisation, latest first. */
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

import type { AdministratorActKind } from '@wasl/db';

import type { Db } from './db.ts';
import { personNameColumns } from './person-name.ts';

export type { AdministratorActKind };

/** Who acts, and the reason: an administrator's e-mail address, or a name at the terminal. */
export interface AdministratorWord {
  readonly by: string;
  readonly reason: string | null;
}

/** Subject: a person, an organisation, a request with its person, an administrator, or the portal (`{}`). */
export type ActSubject =
  | { readonly userId: string; readonly requestId?: number }
  | { readonly partnerId: number }
  | { readonly administratorId: string }
  | Readonly<Record<string, never>>;

/** Append-only log of the administrator's acts on accesses and requests. */
export function administratorActsRepository(db: Db) {
  return {
    /** Must run in the transaction of the act. @param subject null for an act on no person or organisation */
    async record(
      kind: AdministratorActKind,
      subject: ActSubject | null,
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
        where: {
          OR: [
            { user: { email } },
            // Also requests that a merge of two accounts moved to the person.
            { request: { beneficiary: { email } } },
            { partner: { agents: { some: { email } } } },
          ],
        },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take,
        select: {
          id: true,
          kind: true,
          byName: true,
          reason: true,
          at: true,
          partner: { select: { id: true, title: true } },
          request: { select: { numRequest: true } },
        },
      });
    },

    /** Acts of all administrators, latest first. @param before the last act of the previous page */
    async page(before: number | null, take: number) {
      return await db.administratorAct.findMany({
        where: before === null ? {} : { id: { lt: before } },
        orderBy: { id: 'desc' },
        take,
        select: {
          id: true,
          kind: true,
          byName: true,
          reason: true,
          at: true,
          user: { select: { email: true, ...personNameColumns } },
          partner: { select: { id: true, title: true } },
          request: { select: { numRequest: true } },
          administrator: { select: { email: true, name: true } },
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

import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { nameColumns } from '../partners/index.ts';

const accessColumns = {
  id: true,
  lastAt: true,
  times: true,
  kind: true,
  keyId: true,
  partner: { select: nameColumns },
  agent: { select: { prenom: true } },
  request: { select: { id: true, numRequest: true } },
} as const satisfies Prisma.RecordAccessSelect;

export function accessesOfPersonRepository(db: Db) {
  return {
    /** A page of accesses, latest first. */
    async list(beneficiaryId: string, { page, size }: { page: number; size: number }) {
      const where = { request: { beneficiaryId } };
      const [rows, total] = await Promise.all([
        db.recordAccess.findMany({
          where,
          orderBy: [{ lastAt: 'desc' }, { id: 'desc' }],
          skip: page * size,
          take: size,
          select: accessColumns,
        }),
        db.recordAccess.count({ where }),
      ]);
      return { rows, total };
    },

    /**
     * The latest accesses to a person's requests and, for an agent, by that agent. An access by an API key has the
     * key's name.
     */
    async about(email: string, take: number) {
      return await db.recordAccess.findMany({
        where: { OR: [{ request: { beneficiary: { email } } }, { agent: { email } }] },
        orderBy: [{ lastAt: 'desc' }, { id: 'desc' }],
        take,
        select: {
          lastAt: true,
          times: true,
          kind: true,
          key: { select: { name: true } },
          partner: { select: { title: true } },
          agent: { select: { email: true } },
          request: { select: { numRequest: true, beneficiary: { select: { email: true } } } },
        },
      });
    },
  };
}

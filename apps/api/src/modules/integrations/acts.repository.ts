import type { IntegrationActKind } from '@wasl/db';

import { activeResponsible } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { mailedPersonColumns } from '../../platform/database/person-name.ts';

export type ActKind = IntegrationActKind;

export interface NewAct {
  readonly kind: ActKind;
  readonly partnerId: number;
  readonly subjectId: string;
  readonly name: string;
  /** Null for the portal itself. */
  readonly byId: string | null;
  readonly at: Date;
}

/** The permission to decide about other systems, and the append-only record of decisions. */
export function actsRepository(db: Db) {
  return {
    async isResponsible(partnerId: number, id: string): Promise<boolean> {
      return (await db.user.count({ where: { id, partnerId, ...activeResponsible } })) > 0;
    },

    async responsibles(partnerId: number) {
      return await db.user.findMany({
        where: { partnerId, ...activeResponsible },
        select: mailedPersonColumns,
      });
    },

    async record(act: NewAct): Promise<void> {
      await db.integrationAct.create({ data: act, select: { id: true } });
    },
  };
}

import { randomUUID } from 'node:crypto';

import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { personFields } from '../accounts/index.ts';
import type { BeneficiaryDraft } from './beneficiary-lines.ts';

const columnName = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = Prisma.raw(
  ['email', ...personFields, 'typeBeneficiaire', 'lang'].map(columnName).join(', '),
);

function underColumnNames(draft: BeneficiaryDraft): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(draft).map(([field, value]: [string, unknown]) => [columnName(field), value]),
  );
}

export function beneficiaryWritesRepository(db: Db) {
  return {
    /**
     * Opens the accounts, without a password, in one statement.
     * @param importId the file that they come from
     * @returns ids by e-mail; an address that has an account, of whatever role, is not among them
     */
    async insert(
      drafts: readonly BeneficiaryDraft[],
      { importId, now }: { importId: number; now: Date },
    ): Promise<ReadonlyMap<string, string>> {
      const rows = JSON.stringify(
        drafts.map((draft) => ({ id: randomUUID(), ...underColumnNames(draft) })),
      );
      const written = await db.$queryRaw<{ id: string; email: string }[]>`
        INSERT INTO users (id, role, ${columns}, import_id, created_at, updated_at)
        SELECT id, 'BENEFICIAIRE', ${columns}, ${importId}::int, ${now}, ${now}
        FROM json_populate_recordset(NULL::users, ${rows}::json)
        ON CONFLICT (email) DO NOTHING
        RETURNING id, email`;
      return new Map(written.map((row) => [row.email, row.id]));
    },
  };
}

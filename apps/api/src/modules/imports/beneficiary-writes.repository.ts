import { randomUUID } from 'node:crypto';

import type { DB as Tables } from '@wasl/db/tables';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { personFields } from '../accounts/index.ts';
import type { BeneficiaryDraft } from './beneficiary-lines.ts';

type ColumnName<Member extends string> = Member extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';
type Column = ColumnName<Exclude<keyof BeneficiaryDraft, 'line'>>;
const columnName = (member: string) =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = ['email', ...personFields, 'typeBeneficiaire', 'lang'].map(columnName) as Column[];

function underColumnNames(draft: BeneficiaryDraft): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(draft).map(([field, value]: [string, unknown]) => [columnName(field), value]),
  );
}

export function beneficiaryWritesRepository(db: Db) {
  return {
    /**
     * Creates accounts without a password in one statement.
     * @param importId the import of the accounts
     * @returns ids by e-mail; addresses with an account of any role are missing
     */
    async insert(
      drafts: readonly BeneficiaryDraft[],
      { importId, now }: { importId: number; now: Date },
    ): Promise<ReadonlyMap<string, string>> {
      const accounts = JSON.stringify(
        drafts.map((draft) => ({ id: randomUUID(), ...underColumnNames(draft) })),
      );
      const query = build
        .insertInto('users')
        .columns(['id', ...columns, 'role', 'import_id', 'created_at', 'updated_at'])
        .expression((eb) =>
          eb
            .selectFrom(
              sql<Tables['users']>`json_populate_recordset(NULL::users, ${accounts}::json)`.as('a'),
            )
            .select(['a.id', ...columns.map((column) => `a.${column}` as const)])
            .select([
              sql.lit('BENEFICIAIRE').as('role'),
              sql`${importId}::int`.as('import_id'),
              sql.val(now).as('created_at'),
              sql.val(now).as('updated_at'),
            ]),
        )
        .onConflict((one) => one.column('email').doNothing())
        .returning(['id', 'email']);
      const written = await rows(db, query);
      return new Map(written.map((row) => [row.email, row.id]));
    },
  };
}

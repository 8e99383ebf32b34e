import { randomUUID } from 'node:crypto';

import type { Db } from '../../platform/db.ts';
import type { BeneficiaryDraft } from './beneficiary-lines.ts';

export function beneficiaryWritesRepository(db: Db) {
  return {
    /** Which of these addresses have an account, of whatever role. */
    async takenEmails(emails: readonly string[]): Promise<Set<string>> {
      if (emails.length === 0) return new Set();
      const rows = await db.$queryRaw<{ email: string }[]>`
        SELECT email FROM users WHERE email = ANY(${[...emails]}::text[])`;
      return new Set(rows.map(({ email }) => email));
    },

    /**
     * Opens the accounts, without a password, in one statement.
     * @param importId the file that they come from
     * @returns ids by e-mail; an address that was taken meanwhile is not among them
     */
    async insert(
      drafts: readonly BeneficiaryDraft[],
      { importId, now }: { importId: number; now: Date },
    ): Promise<ReadonlyMap<string, string>> {
      const rows = JSON.stringify(drafts.map((draft) => ({ id: randomUUID(), ...draft })));
      const written = await db.$queryRaw<{ id: string; email: string }[]>`
        INSERT INTO users (id, email, role, nom, prenom, birth_date, sex, nationality, country_of_residence, address, city,
          province, phone, code_country, level_of_study_id, lang, type_beneficiaire, num_cin, profil_id, area_id,
          company_name, headquarter, ice, ifu, import_id, created_at, updated_at)
        SELECT id, email, 'BENEFICIAIRE', nom, prenom, "birthDate", sex::"Sex", nationality, "countryOfResidence", address,
          city, province, phone, "codeCountry", "levelOfStudyId", lang, "typeBeneficiaire"::"TypeBeneficiaire", "numCin",
          "profilId", "areaId", "companyName", headquarter, ice, ifu, ${importId}, ${now}, ${now}
        FROM json_to_recordset(${rows}::json) AS r(id uuid, email text, nom text, prenom text, "birthDate" date, sex text,
          nationality text, "countryOfResidence" text, address text, city text, province text, phone text,
          "codeCountry" text, "levelOfStudyId" int, lang text, "typeBeneficiaire" text, "numCin" text, "profilId" int,
          "areaId" int, "companyName" text, headquarter text, ice text, ifu text)
        ON CONFLICT (email) DO NOTHING
        RETURNING id, email`;
      return new Map(written.map((row) => [row.email, row.id]));
    },
  };
}

import {
  asciiDigits,
  beneficiaryTypes,
  individualDto,
  issueKey,
  langs,
  organizationDto,
  personShape,
  type sexes,
  toE164,
  type Lang,
} from '@wasl/contracts';
import { z } from 'zod';

import { columnTitles, type BeneficiaryColumn } from './words/index.ts';
import type { XlsxCell } from '../../platform/spreadsheets/xlsx-cells.ts';
import { placeKey, type DescribedItem } from '../reference/index.ts';
import type { Column } from './header.ts';
import type { ImportLine, ImportWords } from './import-lines.ts';
import { dayFromText } from './wall-clock.ts';

/** Columns that a file of individuals alone may leave out. */
const optionalColumns: readonly BeneficiaryColumn[] = [
  'codeCountry',
  'profil',
  'companyName',
  'headquarter',
  'ice',
  'ifu',
];

export const beneficiaryColumnNames = [
  'email',
  'nom',
  'prenom',
  'birthDate',
  'sex',
  'nationality',
  'countryOfResidence',
  'address',
  'city',
  'province',
  'codeCountry',
  'phone',
  'levelOfStudy',
  'typeBeneficiaire',
  'numCin',
  'profil',
  'area',
  'companyName',
  'headquarter',
  'ice',
  'ifu',
] as const satisfies readonly BeneficiaryColumn[];

/** The sign-up's fields, by their names or by their titles in any of the four languages. */
export const beneficiaryColumns: readonly Column<BeneficiaryColumn>[] = beneficiaryColumnNames.map(
  (name) => ({
    name,
    isRequired: !optionalColumns.includes(name),
    titles: columnTitles(name),
  }),
);

/** Lists whose codes the file holds. */
export const beneficiaryLists = {
  nationality: 'PAYS',
  countryOfResidence: 'PAYS',
  province: 'PROVINCE',
  levelOfStudy: 'NIVEAU_ETUDE',
  profil: 'PROFIL',
  area: 'SECTEUR_ACTIVITE',
} as const satisfies Partial<Record<BeneficiaryColumn, string>>;
export type BeneficiaryList = (typeof beneficiaryLists)[keyof typeof beneficiaryLists];
export type ListItems = Readonly<Record<BeneficiaryList, readonly DescribedItem[]>>;

/** A checked line: the columns of the account to open. Days are `YYYY-MM-DD`. */
export interface BeneficiaryDraft {
  readonly line: number;
  readonly email: string;
  readonly nom: string;
  readonly prenom: string;
  readonly birthDate: string;
  readonly sex: (typeof sexes)[number];
  readonly nationality: string;
  readonly countryOfResidence: string;
  readonly address: string;
  readonly city: string;
  readonly province: string;
  readonly phone: string;
  readonly codeCountry: string;
  readonly levelOfStudyId: number;
  readonly typeBeneficiaire: (typeof beneficiaryTypes)[number];
  readonly numCin: string;
  readonly profilId: number | null;
  readonly areaId: number;
  readonly companyName: string | null;
  readonly headquarter: string | null;
  readonly ice: string | null;
  readonly ifu: string | null;
  readonly lang: Lang;
}

type Line = ImportLine<BeneficiaryColumn, XlsxCell>;

// The sign-up's own rules, but for the password, which the person chooses later.
const { password: _password, confirmedPassword: _confirmation, ...personMembers } = personShape;
const personSchema = z.object(personMembers);
const companySchema = organizationDto;

/** Codes and labels of a list, in every language, against the item. */
function finder(items: readonly DescribedItem[]): (text: string) => DescribedItem | undefined {
  const byKey = new Map<string, DescribedItem>();
  for (const item of items.toReversed()) {
    for (const label of [item.libelleFr, item.libelleEn, item.libelleAr, item.libelleEs]) {
      if (label !== null && placeKey(label) !== '') byKey.set(placeKey(label), item);
    }
  }
  // A code wins over a label that reads the same.
  const byCode = new Map(items.map((item) => [item.code.toUpperCase(), item]));
  return (text) => byCode.get(text.toUpperCase()) ?? byKey.get(placeKey(text));
}

/** What is in the cell as a person reads it. Excel keeps numbers without their leading zeros: `digits` puts them back. */
function cellText(cell: XlsxCell | undefined, digits = 0): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'number')
    return Number.isInteger(cell) ? BigInt(cell).toString().padStart(digits, '0') : String(cell);
  if (typeof cell === 'boolean') return String(cell);
  return 'day' in cell ? cell.day : '';
}

export interface BeneficiaryChecker {
  check(lines: readonly Line[]): Promise<BeneficiaryDraft[]>;
}

/**
 * Checks lines of beneficiaries a batch at a time, by the rules of the sign-up.
 * @param accounts says which of some addresses have an account
 */
export function beneficiaryChecker(
  accounts: { takenEmails: (emails: readonly string[]) => Promise<ReadonlySet<string>> },
  lists: ListItems,
  lang: Lang,
  { t, messages }: ImportWords,
): BeneficiaryChecker {
  const find = Object.fromEntries(
    Object.entries(beneficiaryLists).map(([column, list]) => [column, finder(lists[list])]),
  ) as Record<keyof typeof beneficiaryLists, (text: string) => DescribedItem | undefined>;
  const lineOfEmail = new Map<string, number>();

  /** Refuses cells that hold no plain value; every text by its column. */
  const textsOf = (line: Line): Record<BeneficiaryColumn, string> => {
    const texts = beneficiaryColumnNames.map((column): [BeneficiaryColumn, string] => {
      const cell = line.cell(column);
      if (typeof cell === 'object' && cell !== null && !('day' in cell)) {
        const key = 'isFormula' in cell ? 'line.formula' : 'line.cellError';
        line.refuse(t(key, { cell: line.place(column) }));
        return [column, ''];
      }
      return [column, cellText(cell, column === 'ice' ? 15 : 0)];
    });
    return Object.fromEntries(texts) as Record<BeneficiaryColumn, string>;
  };

  const refuseIssues = (line: Line, error: z.ZodError): void => {
    const seen = new Set<string>();
    for (const issue of error.issues) {
      const column = beneficiaryColumnNames.find((name) => name === issue.path.at(-1));
      if (column === undefined || seen.has(column)) continue;
      seen.add(column);
      line.refuseValue(column, issueKey(issue));
    }
  };

  /** The id behind a code that the schema took; an unknown one is refused. */
  const idOf = (line: Line, column: keyof typeof beneficiaryLists, code: string): number => {
    const item = find[column](code);
    if (!item) line.refuseValue(column, 'unknownCode');
    return item?.id ?? 0;
  };

  const profileOf = (line: Line, texts: Record<BeneficiaryColumn, string>) => {
    const none = { profilId: null, companyName: null, headquarter: null, ice: null, ifu: null };
    const typed = beneficiaryTypes.find((type) => type === texts.typeBeneficiaire.toLowerCase());
    if (typed === undefined) {
      line.refuseValue(
        'typeBeneficiaire',
        texts.typeBeneficiaire === '' ? 'required' : 'unknownCode',
      );
      return null;
    }
    if (typed === 'particulier') {
      const parsed = individualDto.safeParse(texts);
      if (!parsed.success) {
        refuseIssues(line, parsed.error);
        return null;
      }
      const { numCin, profil, area } = parsed.data;
      return {
        ...none,
        typeBeneficiaire: typed,
        numCin,
        profilId: idOf(line, 'profil', profil),
        areaId: idOf(line, 'area', area),
      };
    }
    const parsed = companySchema.safeParse(texts);
    if (!parsed.success) {
      refuseIssues(line, parsed.error);
      return null;
    }
    const { area, ...company } = parsed.data;
    return { ...none, ...company, typeBeneficiaire: typed, areaId: idOf(line, 'area', area) };
  };

  const checkLine = (line: Line): BeneficiaryDraft | null => {
    const texts = textsOf(line);
    if (!line.isRight()) return null;
    const codeCountry =
      texts.codeCountry === '' ? '+212' : asciiDigits(texts.codeCountry).replace(/^(\d)/, '+$1');
    const parsed = personSchema.safeParse({
      ...texts,
      codeCountry,
      birthDate: dayFromText(texts.birthDate) ?? texts.birthDate,
      sex: texts.sex.toUpperCase(),
      nationality: find.nationality(texts.nationality)?.code ?? texts.nationality,
      countryOfResidence:
        find.countryOfResidence(texts.countryOfResidence)?.code ?? texts.countryOfResidence,
    });
    if (!parsed.success) refuseIssues(line, parsed.error);
    const profile = profileOf(line, texts);
    if (!parsed.success) return null;
    const { levelOfStudy, province, ...person } = parsed.data;
    const phone = toE164(person.phone, person.codeCountry);
    if (phone === null) line.refuseValue('phone', 'phone');
    idOf(line, 'nationality', person.nationality);
    idOf(line, 'countryOfResidence', person.countryOfResidence);
    const levelOfStudyId = idOf(line, 'levelOfStudy', levelOfStudy);

    const earlier = lineOfEmail.get(person.email);
    if (earlier === undefined) lineOfEmail.set(person.email, line.line);
    else line.refuseCell('email', t('line.emailTwice', { line: String(earlier) }));
    if (profile === null || phone === null) return null;
    return {
      ...person,
      ...profile,
      line: line.line,
      phone,
      // A province is a code of the list, or free text abroad, as at sign-up.
      province: find.province(province)?.code ?? province,
      levelOfStudyId,
      lang: langs.find((known) => known === lang) ?? 'fr',
    };
  };

  return {
    async check(lines) {
      const drafts = lines.flatMap((line) => {
        const draft = checkLine(line);
        return draft ? [{ line, draft }] : [];
      });
      const taken = await accounts.takenEmails(drafts.map(({ draft }) => draft.email));
      for (const { line, draft } of drafts) {
        if (taken.has(draft.email)) line.refuseCell('email', messages.errors.EMAIL_TAKEN);
      }
      return drafts.filter(({ line }) => line.isRight()).map(({ draft }) => draft);
    },
  };
}

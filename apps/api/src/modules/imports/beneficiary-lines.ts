import {
  asciiDigits,
  beneficiaryTypes,
  email,
  individualDto,
  issueKey,
  kindOf,
  type Lang,
  organizationDto,
  personMembers,
  type ReferenceParent,
  toE164,
} from '@wasl/contracts';
import { z } from 'zod';

import { langOf } from '../../platform/i18n/lang-of.ts';
import type { XlsxCell } from '../../platform/spreadsheets/xlsx-cells.ts';
import { columnsOf, type ColumnsOf, type MemberShape } from '../accounts/index.ts';
import { placeKey, type DescribedItem } from '../reference/index.ts';
import {
  type BeneficiaryColumn,
  beneficiaryColumnNames,
  type ListItems,
  listOf,
  mayBeEmpty,
} from './beneficiary-columns.ts';
import type { ImportLine, ImportWords } from './import-lines.ts';
import { dayFromText } from './wall-clock.ts';

type Half<S extends MemberShape> = Partial<ColumnsOf<S>>;
/** A checked line: the columns of the account to open. */
export interface BeneficiaryDraft
  extends
    ColumnsOf<typeof personMembers>,
    Half<typeof individualDto.shape>,
    Half<typeof organizationDto.shape> {
  readonly line: number;
  readonly email: string;
  readonly typeBeneficiaire: (typeof beneficiaryTypes)[number];
  readonly lang: Lang;
}

type Sent = Partial<Record<BeneficiaryColumn, string>>;
type Line = ImportLine<BeneficiaryColumn, XlsxCell>;

// The sign-up's own rules, but for the password, which the person chooses later.
const personSchema = z.object({ ...personMembers, email: email() });

const memberNames = Object.keys(personMembers) as (keyof typeof personMembers)[];

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
  const finders = new Map([...lists].map(([list, items]) => [list, finder(items)]));
  const find = (list: ReferenceParent | undefined, text: string) =>
    list === undefined ? undefined : finders.get(list)?.(text);
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
  const idOf = (line: Line, column: BeneficiaryColumn, code: unknown): number => {
    const item = typeof code === 'string' ? find(listOf(column), code) : undefined;
    if (!item) line.refuseValue(column, 'unknownCode');
    return item?.id ?? 0;
  };

  /** What the sign-up would send for a cell: an empty one is left out where it may be. */
  const wireOf = (column: BeneficiaryColumn, text: string): string | undefined => {
    if (column === 'codeCountry')
      return text === '' ? '+212' : asciiDigits(text).replace(/^(\d)/, '+$1');
    if (text === '' && mayBeEmpty(column)) return undefined;
    switch (kindOf(column)?.kind) {
      case 'day':
        return dayFromText(text) ?? text;
      case 'choice':
        return text.toUpperCase();
      case 'code':
        return find(listOf(column), text)?.code ?? text;
      default:
        return text;
    }
  };

  /** The columns of one half, an individual's or a company's. */
  const halfOf = <S extends MemberShape>(line: Line, half: z.ZodObject<S>, sent: Sent) => {
    const parsed = half.safeParse(sent);
    if (!parsed.success) {
      refuseIssues(line, parsed.error);
      return null;
    }
    const values = parsed.data as { [M in keyof S]: z.output<S[M]> };
    return columnsOf(half.shape, values, (member) => idOf(line, member, sent[member]));
  };
  const profileOf = (line: Line, sent: Sent) => {
    const text = sent.typeBeneficiaire ?? '';
    const typed = beneficiaryTypes.find((type) => type === text.toLowerCase());
    if (typed === undefined) {
      line.refuseValue('typeBeneficiaire', text === '' ? 'required' : 'unknownCode');
      return null;
    }
    const half =
      typed === 'particulier'
        ? halfOf(line, individualDto, sent)
        : halfOf(line, organizationDto, sent);
    return half && { ...half, typeBeneficiaire: typed };
  };

  const checkLine = (line: Line): BeneficiaryDraft | null => {
    const texts = textsOf(line);
    if (!line.isRight()) return null;
    const sent: Sent = Object.fromEntries(
      beneficiaryColumnNames.map((column) => [column, wireOf(column, texts[column])]),
    );
    const parsed = personSchema.safeParse(sent);
    if (!parsed.success) refuseIssues(line, parsed.error);
    const profile = profileOf(line, sent);
    if (!parsed.success) return null;
    const person = parsed.data;
    const phone = toE164(person.phone, person.codeCountry);
    if (phone === null) line.refuseValue('phone', 'phone');
    for (const name of memberNames) {
      if (kindOf(name)?.kind === 'code' && sent[name] !== undefined) idOf(line, name, sent[name]);
    }
    // A province is a code of the list, or free text abroad, as at sign-up.
    const province = find('PROVINCE', person.province)?.code ?? person.province;
    const columns = columnsOf(personMembers, { ...person, province }, (member) =>
      idOf(line, member, person[member]),
    );

    const earlier = lineOfEmail.get(person.email);
    if (earlier === undefined) lineOfEmail.set(person.email, line.line);
    else line.refuseCell('email', t('line.emailTwice', { line: String(earlier) }));
    if (profile === null || phone === null) return null;
    return {
      ...columns,
      ...profile,
      line: line.line,
      email: person.email,
      phone,
      lang: langOf(lang),
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

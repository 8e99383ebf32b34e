import {
  asciiDigits,
  beneficiaryTypes,
  email,
  individualDto,
  issueKey,
  kindOf,
  type Lang,
  listOfMember,
  organizationDto,
  personMembers,
  type ReferenceParent,
  readPhone,
  toE164,
} from '@wasl/contracts';
import { z } from 'zod';

import { formatDay } from '../../platform/i18n/formats.ts';
import { plainText } from '../../platform/spreadsheets/cell-text.ts';
import { oneLine, quotable, visibleText } from '../../platform/spreadsheets/visible-text.ts';
import type { XlsxCell } from '../../platform/spreadsheets/xlsx-cells.ts';
import { columnsOf, type ColumnsOf, type MemberShape } from '../accounts/index.ts';
import {
  type BeneficiaryColumn,
  beneficiaryColumnNames,
  choicesOf,
  columnRules,
  halfOf,
  type ListItems,
  listOf,
  mayBeEmpty,
} from './beneficiary-columns.ts';
import {
  countryFinder,
  finder,
  provinceFinder,
  type DescribedItem,
  type FindItem,
} from '../reference/index.ts';
import { codeOfWord } from './code-of-word.ts';
import { damageOfCell, type Damage } from './damaged.ts';
import { lengthForm, type ImportLine, type ImportWords } from './import-lines.ts';
import type { ImportsKey } from './words/index.ts';
import { dayFromText, hasShortYear, momentFromSerial } from './wall-clock.ts';

type Half<S extends MemberShape> = Partial<ColumnsOf<S>>;
/** A checked line: the columns of the account to create. */
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

type BeneficiaryType = (typeof beneficiaryTypes)[number];
type Texts = ReadonlyMap<BeneficiaryColumn, string>;
/** Valid columns as the sign-up would send them. */
type Sent = Partial<Record<BeneficiaryColumn, string>>;
type Line = ImportLine<BeneficiaryColumn, XlsxCell>;

// The rules of the sign-up without the password, which the person chooses later.
const address = email();
const personSchema = z.object({ ...personMembers, email: address });

/** A prefix with the longest numbers: a number that is invalid for it is invalid for every prefix. */
const widestPrefix = '+1';
/** Whether a phone number is invalid for its prefix, an earlier column; for every prefix where that one is invalid. */
const isNoNumber = (phone: string | undefined, prefix = widestPrefix): boolean =>
  phone !== undefined && toE164(phone, prefix) === null;
const requiredOfHalves = beneficiaryTypes.map((type) => ({
  type,
  required: beneficiaryColumnNames.filter((name) => halfOf(name) === type && !mayBeEmpty(name)),
}));

/**
 * Columns of identifiers with their number of digits: a spreadsheet drops leading zeros and the plus of a prefix. A
 * phone number or prefix that is a number has always lost one (0).
 */
const identifierDigits: Partial<Record<BeneficiaryColumn, number>> = {
  ice: 15,
  ifu: 8,
  phone: 0,
  codeCountry: 0,
  province: 0,
};

const ownForms: Partial<Record<BeneficiaryColumn, Extract<ImportsKey, `line.form.${string}`>>> = {
  email: 'line.form.email',
  phone: 'line.form.phone',
  codeCountry: 'line.form.prefix',
  nom: 'line.form.word',
  prenom: 'line.form.word',
  companyName: 'line.form.word',
  address: 'line.form.word',
  city: 'line.form.word',
};

const names: readonly BeneficiaryColumn[] = ['nom', 'prenom', 'companyName'];

/** The text of the cell as a person reads it. */
function cellText(cell: XlsxCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return plainText(visibleText(cell));
  if (typeof cell === 'number')
    return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell);
  if (typeof cell === 'boolean') return String(cell).toUpperCase();
  return 'day' in cell ? cell.day : '';
}

/** The cells of a line by column, and their damages by a spreadsheet program. */
interface Cells {
  readonly texts: ReadonlyMap<BeneficiaryColumn, string>;
  readonly damages: ReadonlyMap<BeneficiaryColumn, Damage>;
}

/** Reads every text by its column. Cells without a plain value are refused and not checked again. */
function cellsOf(line: Line, t: ImportWords['t']): Cells {
  const texts = new Map<BeneficiaryColumn, string>();
  const damages = new Map<BeneficiaryColumn, Damage>();
  for (const column of beneficiaryColumnNames) {
    const cell = line.cell(column);
    if (typeof cell === 'object' && cell !== null && !('day' in cell)) {
      line.refuseCell(
        column,
        t('isFormula' in cell ? 'line.formula' : 'line.cellError'),
        cell.shown,
      );
      continue;
    }
    const isDay = kindOf(column)?.kind === 'day';
    const text = cellText(cell);
    const moment = isDay ? momentFromSerial(text, line.epoch) : null;
    if (moment !== null)
      line.remark(column, t('line.readAsDay', { text, day: formatDay(moment.slice(0, 10)) }));
    // Two lines in a name may be two names. Elsewhere a line break means no more than a space.
    texts.set(column, moment ?? (names.includes(column) ? text : oneLine(text)));
    const damage = damageOfCell(cell, { isDay, digits: identifierDigits[column] });
    if (damage !== null) damages.set(column, damage);
  }
  return { texts, damages };
}

/** The accepted form of a column. */
function formOf(column: BeneficiaryColumn, t: ImportWords['t']): string | undefined {
  const choices = choicesOf(column).join(', ');
  if (choices !== '') return t('line.form.choice', { choices });
  if (listOf(column) !== undefined) return t('line.form.code');
  if (kindOf(column)?.kind === 'day') return t('line.form.day');
  const own = ownForms[column];
  return own && t(own);
}

/** Adds a fault with a message that fits the cell's content. */
function refuseText(
  line: Line,
  column: BeneficiaryColumn,
  { text, issue }: { text: string; issue: z.core.$ZodIssue },
  t: ImportWords['t'],
): void {
  const key = issueKey(issue);
  const form = formOf(column, t);
  if (text === '') line.refuseValue(column, key, text, form);
  else if (choicesOf(column).length > 0)
    line.refuseCell(column, t('line.notAChoice', { text: quotable(text), form: form ?? '' }));
  else if (kindOf(column)?.kind === 'day' && hasShortYear(text))
    line.refuseCell(column, t('line.shortYear', { text }));
  // The message "required" would be wrong for a cell with content.
  else if (key === 'required')
    line.refuseValue(column, listOf(column) ? 'unknownCode' : 'invalid', text, form);
  else line.refuseValue(column, key, text, lengthForm(issue, text, t) ?? form);
}

/** Lists of places are searched by more names than their labels. */
const findersOf: Partial<Record<ReferenceParent, typeof provinceFinder>> = {
  PAYS: countryFinder,
  PROVINCE: provinceFinder,
};

export interface BeneficiaryChecker {
  check(lines: readonly Line[]): BeneficiaryDraft[];
}

/**
 * Checks lines of beneficiaries in batches, by the rules of the sign-up. It does not check whether an account exists,
 * so that no answer reveals it.
 */
export function beneficiaryChecker(
  lists: ListItems,
  lang: Lang,
  { t }: Pick<ImportWords, 't'>,
): BeneficiaryChecker {
  const finders = new Map<ReferenceParent, FindItem<DescribedItem>>(
    [...lists].map(([list, items]) => [list, (findersOf[list] ?? finder)(items)]),
  );
  const find = (list: ReferenceParent | undefined, text: string) =>
    list === undefined ? undefined : finders.get(list)?.(text);
  const lineOfEmail = new Map<string, number>();

  /** Converts a cell to a value of the sign-up; undefined for an allowed empty cell. */
  const wireOf = (column: BeneficiaryColumn, text: string): string | undefined => {
    if (column === 'codeCountry')
      return text === '' ? '+212' : asciiDigits(text).replace(/^(?:00)?(\d)/, '+$1');
    if (text === '' && mayBeEmpty(column)) return undefined;
    const choices = choicesOf(column);
    if (choices.length > 0) {
      const meant = [text.toUpperCase(), text.toLowerCase(), codeOfWord(text, lang)];
      return choices.find((choice) => meant.includes(choice)) ?? text;
    }
    switch (kindOf(column)?.kind) {
      case 'day':
        return dayFromText(text) ?? text;
      // A province is a code of the list, or free text abroad, as at sign-up.
      case 'place':
      case 'code':
      case 'item':
        return (
          find(listOf(column), text)?.code ??
          find(listOf(column), codeOfWord(text, lang) ?? '')?.code ??
          text
        );
      default:
        return text;
    }
  };

  /** The type of beneficiary; null when the cell is invalid. */
  const typeOf = (texts: Texts) => {
    const text = texts.get('typeBeneficiaire');
    const sent = text === undefined ? undefined : wireOf('typeBeneficiaire', text);
    return beneficiaryTypes.find((type) => type === sent) ?? null;
  };

  const isAsked = (
    column: BeneficiaryColumn,
    type: BeneficiaryType | null,
    text: string,
  ): boolean => {
    const half = halfOf(column);
    // Without a valid type, the existing values of both types are checked.
    return half === null || (type === null ? text !== '' : half === type);
  };

  /** In a line without a valid type: reports the cells that are empty for each type that it may have. */
  const refuseEmptyHalves = (line: Line, { texts }: Cells): void => {
    const found = requiredOfHalves.map(({ type, required }) => {
      const empty = required.filter((column) => texts.get(column) === '');
      return { type, empty, isBegun: empty.length < required.length };
    });
    if (found.some(({ empty }) => empty.length === 0)) return;
    const begun = found.filter(({ isBegun }) => isBegun);
    for (const { type, empty } of begun.length === 0 ? found : begun)
      line.refuseCell(empty, t('line.emptyForType', { type }));
  };

  /** Checks each column by its own rule, so that one fault never hides another. */
  const rightColumns = (
    line: Line,
    { texts, damages }: Cells,
    type: BeneficiaryType | null,
  ): Sent => {
    const sent: Sent = {};
    for (const [column, text] of texts) {
      if (!isAsked(column, type, text)) continue;
      const damage = damages.get(column);
      if (damage !== undefined) {
        line.refuseCell(column, t(damage, { text: quotable(text) }));
        continue;
      }
      const value = wireOf(column, text);
      const parsed = columnRules[column].safeParse(value);
      const issue = parsed.error?.issues[0];
      const { countryOfResidence } = sent;
      const isPlace = countryOfResidence === undefined && kindOf(column)?.kind === 'place';
      const list = listOfMember(column, isPlace || countryOfResidence === 'MA');
      if (issue) refuseText(line, column, { text, issue }, t);
      else if (list !== undefined && value !== undefined && !find(list, value))
        if (isPlace) line.refuseCell(column, t('line.placeOfMorocco'), text);
        else line.refuseValue(column, 'unknownCode', text);
      else if (column === 'phone' && isNoNumber(value, sent.codeCountry))
        line.refuseValue('phone', 'phone', text);
      else if (value !== undefined) sent[column] = value;
    }
    return sent;
  };

  /** Refuses an address that occurs in an earlier line. */
  const noteAddress = (line: Line, sent: Sent): void => {
    const parsed = address.safeParse(sent.email);
    if (!parsed.success) return;
    const earlier = lineOfEmail.get(parsed.data);
    if (earlier === undefined) lineOfEmail.set(parsed.data, line.line);
    else line.refuseCell('email', t('line.emailTwice', { line: String(earlier) }), parsed.data);
  };

  /** The columns for one type: individual or company. */
  const columnsOfType = <S extends MemberShape>(half: z.ZodObject<S>, sent: Sent) => {
    const values = half.parse(sent) as { [M in keyof S]: z.output<S[M]> };
    return columnsOf(half.shape, values, (member) => idOf(member, sent[member]));
  };
  /** The id of a code that was found before. */
  const idOf = (column: BeneficiaryColumn, code: string | undefined): number =>
    find(listOf(column), code ?? '')?.id ?? 0;

  const draftOf = (line: Line, sent: Sent, type: BeneficiaryType): BeneficiaryDraft => {
    const person = personSchema.parse(sent);
    const columns = columnsOf(personMembers, person, (member) => idOf(member, person[member]));
    const half =
      type === 'particulier'
        ? columnsOfType(individualDto, sent)
        : columnsOfType(organizationDto, sent);
    return {
      ...columns,
      ...half,
      typeBeneficiaire: type,
      line: line.line,
      email: person.email,
      ...readPhone(person.phone, person.codeCountry),
      lang,
    };
  };

  return {
    check: (lines) =>
      lines.flatMap((line) => {
        const read = cellsOf(line, t);
        const type = typeOf(read.texts);
        const sent = rightColumns(line, read, type);
        if (type === null) refuseEmptyHalves(line, read);
        noteAddress(line, sent);
        return line.isRight() && type !== null ? [draftOf(line, sent, type)] : [];
      }),
  };
}

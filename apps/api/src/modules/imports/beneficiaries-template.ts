import { buffer } from 'node:stream/consumers';

import { kindOf, type Lang } from '@wasl/contracts';

import type { BinaryReply } from '../../platform/http/handler.ts';
import { columnTitle, importCatalogue, type ImportsKey } from './words/index.ts';
import { xlsxStream, type TableDraft } from '../../platform/spreadsheets/table-stream.ts';
import { labelOf, type DescribedItem } from '../reference/index.ts';
import {
  type BeneficiaryColumn,
  beneficiaryColumnNames,
  choicesOf,
  halfOf,
  type ListItems,
  listOf,
  mayBeEmpty,
} from './beneficiary-columns.ts';

type Hint = Extract<ImportsKey, `template.hint.${string}`>;

const ownHints: Partial<Record<BeneficiaryColumn, Hint>> = {
  email: 'template.hint.email',
  birthDate: 'template.hint.birthDate',
  codeCountry: 'template.hint.codeCountry',
  phone: 'template.hint.phone',
  typeBeneficiaire: 'template.hint.typeBeneficiaire',
  numCin: 'template.hint.numCin',
};

/** What a person is told of a column. */
function hintOf(column: BeneficiaryColumn): Hint {
  const half = halfOf(column);
  if (half !== null) return `template.hint.${half === 'particulier' ? 'individual' : 'company'}`;
  const own = ownHints[column];
  if (own !== undefined) return own;
  if (listOf(column) !== undefined || kindOf(column)?.kind === 'choice')
    return 'template.hint.code';
  return mayBeEmpty(column) ? 'template.hint.optional' : 'template.hint.text';
}

interface CodeRow {
  readonly code: string;
  readonly label: string;
}

/**
 * The empty `.xlsx` of beneficiaries: titles in the person's language with a hint each, and a second sheet with the
 * codes, which the cells of the first offer as a list.
 */
export async function beneficiariesTemplate(lists: ListItems, lang: Lang): Promise<BinaryReply> {
  const t = importCatalogue.in(lang);
  const codesSheet = t('template.codesSheet');
  const rowsOf = (items: readonly DescribedItem[]): CodeRow[] =>
    items.map((item) => ({ code: item.code, label: labelOf(item, lang) }));

  const groups = new Map<string, { columns: BeneficiaryColumn[]; rows: CodeRow[] }>();
  for (const column of beneficiaryColumnNames) {
    const list = listOf(column);
    const codes =
      list === undefined
        ? choicesOf(column).map((code) => ({ code, label: code }))
        : rowsOf(lists.get(list) ?? []);
    const group = groups.get(list ?? column);
    if (group === undefined) groups.set(list ?? column, { columns: [column], rows: codes });
    else group.columns.push(column);
  }
  const ranges = new Map<BeneficiaryColumn, string>();
  const codeRows: string[][] = [];
  // Short lists first: nobody scrolls past the countries.
  const shortFirst = [...groups.values()].sort((a, b) => a.rows.length - b.rows.length);
  for (const { columns, rows } of shortFirst) {
    if (rows.length === 0) continue;
    const from = codeRows.length + 2;
    const title = columns.map((column) => columnTitle(column, lang)).join(' / ');
    for (const { code, label } of rows) codeRows.push([title, code, label]);
    const to = codeRows.length + 1;
    if (to >= from)
      for (const column of columns)
        ranges.set(column, `'${codesSheet}'!$B$${String(from)}:$B$${String(to)}`);
  }

  const isRightToLeft = lang === 'ar';
  const blank: TableDraft = {
    sheetName: t('template.sheet'),
    isRightToLeft,
    columns: beneficiaryColumnNames.map((column) => ({
      title: columnTitle(column, lang),
      width: column === 'email' || column === 'address' ? 32 : 20,
      hint: { title: columnTitle(column, lang), text: t(hintOf(column)) },
      // Numbers typed into these must keep their leading zeros.
      isText: true,
      choices: ranges.get(column) ?? null,
    })),
    batches: [],
  };
  const codes: TableDraft = {
    sheetName: codesSheet,
    isRightToLeft,
    columns: [
      { title: t('template.list'), width: 36 },
      { title: t('template.code'), width: 32, isText: true },
      { title: t('template.label'), width: 48 },
    ],
    batches: [codeRows],
  };
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: 'canevas_beneficiaires.xlsx',
    content: await buffer(xlsxStream(blank, codes)),
  };
}

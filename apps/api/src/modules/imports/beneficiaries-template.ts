import { kindOf, type Lang } from '@wasl/contracts';

import type { BinaryReply } from '../../platform/http/handler.ts';
import { choiceLabel, columnTitle, importCatalogue, type ImportsKey } from './words/index.ts';
import { columnLetters, inertText } from '../../platform/spreadsheets/cell-text.ts';
import { threadProgram, type Threads } from '../../platform/threads/threads.ts';
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
import type { TemplateDraft } from './template-workbook.ts';

const program = threadProgram(import.meta.url, 'write-template');

type Hint = Extract<ImportsKey, `template.hint.${string}`>;

const ownHints: Partial<Record<BeneficiaryColumn, Hint>> = {
  email: 'template.hint.email',
  birthDate: 'template.hint.birthDate',
  codeCountry: 'template.hint.codeCountry',
  phone: 'template.hint.phone',
  typeBeneficiaire: 'template.hint.typeBeneficiaire',
  numCin: 'template.hint.numCin',
};

function hintOf(column: BeneficiaryColumn): Hint {
  const half = halfOf(column);
  if (half !== null) return `template.hint.${half === 'particulier' ? 'individual' : 'company'}`;
  const own = ownHints[column];
  if (own !== undefined) return own;
  if (listOf(column) !== undefined || kindOf(column)?.kind === 'choice')
    return 'template.hint.code';
  return mayBeEmpty(column) ? 'template.hint.optional' : 'template.hint.text';
}

/** Rows below the titles whose cells have a hint and a list. */
const preparedRows = 1000;
/** Limits of Excel for a hint, in characters. */
const maxHint = { title: 32, text: 250 };

interface CodeRow {
  readonly code: string;
  readonly label: string;
}

/**
 * Makes the empty `.xlsx` of beneficiaries: titles with hints in the person's language, and a second sheet with the
 * codes. The cells of the first sheet offer these codes as a list.
 * @throws ApiError UNAVAILABLE where no thread is available
 */
export async function beneficiariesTemplate(
  lists: ListItems,
  lang: Lang,
  threads: Threads,
): Promise<BinaryReply> {
  const t = importCatalogue.in(lang);
  const codesSheet = t('template.codesSheet');
  const rowsOf = (items: readonly DescribedItem[]): CodeRow[] =>
    items.map((item) => ({ code: item.code, label: labelOf(item, lang) }));

  const groups = new Map<string, { columns: BeneficiaryColumn[]; rows: CodeRow[] }>();
  for (const column of beneficiaryColumnNames) {
    const list = listOf(column);
    const codes =
      list === undefined
        ? choicesOf(column).map((code) => ({ code, label: choiceLabel(code, lang) }))
        : rowsOf(lists.get(list) ?? []);
    const group = groups.get(list ?? column);
    if (group === undefined) groups.set(list ?? column, { columns: [column], rows: codes });
    else group.columns.push(column);
  }
  const ranges = new Map<BeneficiaryColumn, string>();
  const codeRows: string[][] = [];
  // Short lists first, so that no reader has to scroll past the countries.
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

  const prompts = beneficiaryColumnNames.map((column, index) => {
    const letters = columnLetters(index + 1);
    const choices = ranges.get(column);
    return [
      `${letters}2:${letters}${String(preparedRows + 1)}`,
      {
        type: choices === undefined ? 'custom' : 'list',
        formulae: [choices ?? 'TRUE'],
        allowBlank: true,
        // Other values are allowed here; the import reports wrong ones.
        showErrorMessage: false,
        showInputMessage: true,
        promptTitle: columnTitle(column, lang).slice(0, maxHint.title),
        prompt: t(hintOf(column)).slice(0, maxHint.text),
      },
    ] as const;
  });
  const draft: TemplateDraft = {
    isRightToLeft: lang === 'ar',
    sheetName: t('template.sheet'),
    columns: beneficiaryColumnNames.map((column) => ({
      header: inertText(columnTitle(column, lang)),
      width: column === 'email' || column === 'address' ? 32 : 20,
    })),
    prompts: Object.fromEntries(prompts),
    codesSheet,
    codeTitles: [t('template.list'), t('template.code'), t('template.label')],
    codeRows: codeRows.map((row) => row.map(inertText)),
  };
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: 'canevas_beneficiaires.xlsx',
    content: await threads.run(program, draft),
  };
}

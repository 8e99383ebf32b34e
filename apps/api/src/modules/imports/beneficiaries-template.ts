import { buffer } from 'node:stream/consumers';

import { beneficiaryTypes, sexes, type Lang } from '@wasl/contracts';

import type { BinaryReply } from '../../platform/http/handler.ts';
import { importCatalogue, type BeneficiaryColumn, type ImportsKey } from './words/index.ts';
import { xlsxStream, type TableDraft } from '../../platform/spreadsheets/table-stream.ts';
import { labelOf, type DescribedItem } from '../reference/index.ts';
import { beneficiaryColumnNames, beneficiaryLists, type ListItems } from './beneficiary-lines.ts';

type Hint = Extract<ImportsKey, `template.hint.${string}`>;

const hints: Record<BeneficiaryColumn, Hint> = {
  email: 'template.hint.email',
  nom: 'template.hint.text',
  prenom: 'template.hint.text',
  birthDate: 'template.hint.birthDate',
  sex: 'template.hint.code',
  nationality: 'template.hint.code',
  countryOfResidence: 'template.hint.code',
  address: 'template.hint.text',
  city: 'template.hint.text',
  province: 'template.hint.code',
  codeCountry: 'template.hint.codeCountry',
  phone: 'template.hint.phone',
  levelOfStudy: 'template.hint.code',
  typeBeneficiaire: 'template.hint.typeBeneficiaire',
  numCin: 'template.hint.numCin',
  profil: 'template.hint.individual',
  area: 'template.hint.code',
  companyName: 'template.hint.company',
  headquarter: 'template.hint.company',
  ice: 'template.hint.company',
  ifu: 'template.hint.company',
};

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
  const plain = (codes: readonly string[]): CodeRow[] =>
    codes.map((code) => ({ code, label: code }));

  const groups: { columns: BeneficiaryColumn[]; rows: CodeRow[] }[] = [
    { columns: ['sex'], rows: plain(sexes) },
    { columns: ['typeBeneficiaire'], rows: plain(beneficiaryTypes) },
    { columns: ['levelOfStudy'], rows: rowsOf(lists[beneficiaryLists.levelOfStudy]) },
    { columns: ['profil'], rows: rowsOf(lists[beneficiaryLists.profil]) },
    { columns: ['area'], rows: rowsOf(lists[beneficiaryLists.area]) },
    { columns: ['province'], rows: rowsOf(lists[beneficiaryLists.province]) },
    {
      columns: ['nationality', 'countryOfResidence'],
      rows: rowsOf(lists[beneficiaryLists.nationality]),
    },
  ];
  const ranges = new Map<BeneficiaryColumn, string>();
  const codeRows: string[][] = [];
  for (const { columns, rows } of groups) {
    const from = codeRows.length + 2;
    const title = columns.map((column) => t(`column.${column}`)).join(' / ');
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
      title: t(`column.${column}`),
      width: column === 'email' || column === 'address' ? 32 : 20,
      hint: { title: t(`column.${column}`), text: t(hints[column]) },
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

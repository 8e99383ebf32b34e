import {
  beneficiaryTypes,
  email,
  individualDto,
  kindOf,
  organizationDto,
  personMembers,
  type PersonMember,
  type ReferenceParent,
} from '@wasl/contracts';
import { z } from 'zod';

import type { DescribedItem } from '../reference/index.ts';
import type { Column } from './header.ts';
import { columnTitles } from './words/index.ts';

/** A column of the file: the members of the sign-up, but for the password, which the person chooses later. */
export type BeneficiaryColumn = PersonMember | 'email' | 'typeBeneficiaire';

/** The rule of each column, in the order of the template. */
export const columnRules: Readonly<Record<BeneficiaryColumn, z.ZodType>> = {
  email: email(),
  ...personMembers,
  typeBeneficiaire: z.enum(beneficiaryTypes),
  ...individualDto.shape,
  ...organizationDto.shape,
};
export const beneficiaryColumnNames = Object.keys(columnRules) as BeneficiaryColumn[];

/** Which beneficiaries alone have the column; null where all have it. */
export function halfOf(name: BeneficiaryColumn): (typeof beneficiaryTypes)[number] | null {
  const [isOfOne, isOfCompany] = [name in individualDto.shape, name in organizationDto.shape];
  if (isOfOne === isOfCompany) return null;
  return isOfOne ? 'particulier' : 'entreprise';
}

/** Whether a cell may be empty wherever its column is looked at. */
export function mayBeEmpty(name: BeneficiaryColumn): boolean {
  return columnRules[name].safeParse(undefined).success;
}

/** The sign-up's fields, by their names or by their titles in any of the four languages. */
export const beneficiaryColumns: readonly Column<BeneficiaryColumn>[] = beneficiaryColumnNames.map(
  (name) => ({
    name,
    // An empty dialling prefix is Morocco's; a file of individuals alone has no company's columns.
    isRequired: name !== 'codeCountry' && halfOf(name) === null && !mayBeEmpty(name),
    titles: columnTitles(name),
  }),
);

/** The list whose codes stand in the column. */
export function listOf(name: BeneficiaryColumn): ReferenceParent | undefined {
  const kind = kindOf(name);
  return kind !== undefined && 'list' in kind ? kind.list : undefined;
}

/** The words that a column of a few fixed ones takes. */
export function choicesOf(name: BeneficiaryColumn): readonly string[] {
  let rule: unknown = columnRules[name];
  while (rule instanceof z.ZodOptional || rule instanceof z.ZodNullable) rule = rule.unwrap();
  return rule instanceof z.ZodEnum ? rule.options.map(String) : [];
}

/** Lists whose codes the file holds. */
export const beneficiaryLists = [
  ...new Set(beneficiaryColumnNames.flatMap((name) => listOf(name) ?? [])),
];
/** The items of those lists. */
export type ListItems = ReadonlyMap<ReferenceParent, readonly DescribedItem[]>;

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

/** A column of the file: a member of the sign-up, without the password, which the person chooses later. */
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

/** The type of beneficiary that the column applies to; null when it applies to both. */
export function halfOf(name: BeneficiaryColumn): (typeof beneficiaryTypes)[number] | null {
  const [isOfOne, isOfCompany] = [name in individualDto.shape, name in organizationDto.shape];
  if (isOfOne === isOfCompany) return null;
  return isOfOne ? 'particulier' : 'entreprise';
}

/** Whether a cell may be empty in a line to which its column applies. */
export function mayBeEmpty(name: BeneficiaryColumn): boolean {
  return columnRules[name].safeParse(undefined).success;
}

/** The sign-up's fields, by their names or by their titles in any of the four languages. */
export const beneficiaryColumns: readonly Column<BeneficiaryColumn>[] = beneficiaryColumnNames.map(
  (name) => ({
    name,
    // An empty dialling prefix means Morocco's. A file of individuals needs no column of companies.
    isRequired: name !== 'codeCountry' && halfOf(name) === null && !mayBeEmpty(name),
    titles: columnTitles(name),
  }),
);

export function listOf(name: BeneficiaryColumn): ReferenceParent | undefined {
  const kind = kindOf(name);
  return kind !== undefined && 'list' in kind ? kind.list : undefined;
}

export function choicesOf(name: BeneficiaryColumn): readonly string[] {
  let rule: unknown = columnRules[name];
  while (rule instanceof z.ZodOptional || rule instanceof z.ZodNullable) rule = rule.unwrap();
  return rule instanceof z.ZodEnum ? rule.options.map(String) : [];
}

export const beneficiaryLists = [
  ...new Set(beneficiaryColumnNames.flatMap((name) => listOf(name) ?? [])),
];
export type ListItems = ReadonlyMap<ReferenceParent, readonly DescribedItem[]>;

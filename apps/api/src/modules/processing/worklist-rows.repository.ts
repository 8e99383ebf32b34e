import type { Prisma } from '@wasl/db';

import { jsonRow } from '../../platform/database/json-rows.repository.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { labelColumns } from '../reference/index.ts';
import { ownStepColumns, requestColumns } from '../requests/index.ts';
import { ownerColumns } from './owner.repository.ts';

const ageColumns = {
  assignedAt: true,
  processedAt: true,
  dueOn: true,
  daysLeft: true,
  // What is awaited.
  documents: { where: { fileId: null }, select: { id: true } },
} as const satisfies Prisma.ProcessingStepSelect;

export const worklistColumns = {
  ...ownStepColumns,
  ...ageColumns,
  closedFromStatus: true,
  assignee: { select: ownerColumns },
  request: { select: requestColumns },
} as const satisfies Prisma.ProcessingStepSelect;
export type WorklistRow = Prisma.ProcessingStepGetPayload<{ select: typeof worklistColumns }>;
/** A row of the list, with every step of its request: what may be done to it depends on them. */
export type ListedRow = WorklistRow & { readonly work: readonly StepWork[] };
export const listedRow = jsonRow('ProcessingStep', 's', worklistColumns);

const exportColumns = {
  id: true,
  status: true,
  percent: true,
  ...ageColumns,
  assignee: { select: ownerColumns },
  rating: { select: { beneficiaryRating: true, beneficiaryFeedback: true } },
  titleItem: { select: labelColumns },
  request: {
    select: {
      id: true,
      numRequest: true,
      dateRequest: true,
      status: true,
      description: true,
      beneficiary: {
        select: {
          nom: true,
          prenom: true,
          companyName: true,
          email: true,
          phone: true,
          city: true,
          province: true,
        },
      },
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
/** A step as the export lists it. */
export type ExportedStep = Prisma.ProcessingStepGetPayload<{ select: typeof exportColumns }>;
export const exportedStep = jsonRow('ProcessingStep', 's', exportColumns);

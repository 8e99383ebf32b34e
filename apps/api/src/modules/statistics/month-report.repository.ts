import { personNameColumns } from '../../platform/database/person-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { agreementsOpenToPartners, hiddenFromPartners } from '../../policies/request-actions.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

const batch = 500;

const columns = {
  id: true,
  status: true,
  percent: true,
  assignedAt: true,
  processedAt: true,
  dueOn: true,
  titleItem: { select: labelColumns },
  partner: { select: { id: true, ...nameColumns } },
  rating: { select: { beneficiaryRating: true } },
  request: {
    select: {
      numRequest: true,
      status: true,
      beneficiary: { select: personNameColumns },
    },
  },
} as const;

/** Yields steps of a month by id: received before its end, and still open or closed since its start. */
export async function* stepsOfMonth(db: Db, { start, end }: { start: Date; end: Date }) {
  for (let after = 0; ;) {
    const rows = await db.processingStep.findMany({
      where: {
        id: { gt: after },
        assignedAt: { lte: end },
        OR: [
          { status: { in: [...openStepStatuses] } },
          { status: 'PROCESSED', processedAt: { gte: start } },
        ],
        request: {
          status: { notIn: [...hiddenFromPartners] },
          agreement: { in: [...agreementsOpenToPartners] },
        },
      },
      orderBy: { id: 'asc' },
      take: batch,
      select: columns,
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.id;
  }
}

export type StepOfMonth = StepOf<ReturnType<typeof stepsOfMonth>>;
type StepOf<G> = G extends AsyncGenerator<infer S> ? S : never;

export async function labelsOf(db: Db, parent: string) {
  const items = await db.referenceItem.findMany({ where: { parent }, select: labelColumns });
  return new Map(items.map((item) => [item.code, item]));
}

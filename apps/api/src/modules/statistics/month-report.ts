import { buffer } from 'node:stream/consumers';

import { boundsOfDay, dayOf, type Lang } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { nameOf, type OrganisationName } from '../partners/index.ts';
import { labelOf } from '../reference/index.ts';
import {
  xlsxStream,
  type TableCell,
  type TableDraft,
} from '../../platform/spreadsheets/table-stream.ts';
import { delayDays } from '../../rules/step-delay.ts';
import { labelsOf, stepsOfMonth, type StepOfMonth } from './month-report.repository.ts';
import { statisticsCatalogue, type StatisticsTranslate } from './words/index.ts';

const stepColumns = [
  { key: 'numRequest', width: 18 },
  { key: 'organisation', width: 40 },
  { key: 'service', width: 32 },
  { key: 'beneficiary', width: 28 },
  { key: 'requestStatus', width: 24 },
  { key: 'stepStatus', width: 22 },
  { key: 'percent', width: 14 },
  { key: 'assignedOn', width: 14 },
  { key: 'dueOn', width: 14 },
  { key: 'late', width: 12 },
  { key: 'closedOn', width: 14 },
  { key: 'delayDays', width: 14 },
  { key: 'stars', width: 16 },
  { key: 'prenom', width: 18 },
  { key: 'nom', width: 18 },
] as const;
const totalColumns = [
  { key: 'organisation', width: 40 },
  { key: 'received', width: 22 },
  { key: 'closed', width: 22 },
  { key: 'open', width: 18 },
  { key: 'lateOpen', width: 20 },
  { key: 'median', width: 20 },
  { key: 'rating', width: 16 },
] as const;

/** The last day of `YYYY-MM`. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Figures of one organisation or of all in the month. */
interface Tally {
  received: number;
  open: number;
  late: number;
  readonly delays: number[];
  readonly stars: number[];
}
const nothing = (): Tally => ({ received: 0, open: 0, late: 0, delays: [], stars: [] });

/** The lower median, which is an actual delay. */
const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null;
const average = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : Math.round((values.reduce((sum, one) => sum + one, 0) / values.length) * 10) / 10;

const dayCell = (day: string | null): TableCell => (day === null ? null : { day });

/** Figures of one organisation, or of all. Delays are in days. */
export interface MonthFigures {
  readonly organisation: string;
  readonly received: number;
  readonly closed: number;
  readonly open: number;
  readonly lateOpen: number;
  /** The lower median of the delays; null when nothing was closed. */
  readonly median: number | null;
  /** Average stars; null without ratings. */
  readonly rating: number | null;
}

const figuresOf = (organisation: string, { delays, stars, ...tally }: Tally): MonthFigures => ({
  organisation,
  received: tally.received,
  closed: delays.length,
  open: tally.open,
  lateOpen: tally.late,
  median: median(delays),
  rating: average(stars),
});

/**
 * Reads the steps of a month and counts them.
 * @param month `YYYY-MM`
 * @param onStep called for each step in its order
 */
async function readMonth(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { month, lang }: { readonly month: string; readonly lang: Lang },
  onStep: (step: StepOfMonth & { readonly assignedAt: Date }, isLate: boolean) => void,
) {
  const lastDay = lastDayOf(month);
  const bounds = { start: boundsOfDay(`${month}-01`).start, end: boundsOfDay(lastDay).end };
  const today = dayOf(clock.now());
  const asOf = today < lastDay ? today : lastDay;
  const whole = nothing();
  const organisations = new Map<number, { name: OrganisationName; tally: Tally }>();
  let steps = 0;
  for await (const step of stepsOfMonth(db, bounds)) {
    const { partner, rating, assignedAt, processedAt } = step;
    if (assignedAt === null) continue;
    steps += 1;
    const own = organisations.get(partner.id) ?? { name: partner, tally: nothing() };
    organisations.set(partner.id, own);
    const delay = processedAt === null ? null : delayDays(assignedAt, processedAt);
    const isClosed = processedAt !== null && processedAt <= bounds.end;
    const dueOn = step.dueOn?.toISOString().slice(0, 10) ?? null;
    const isLate = dueOn !== null && dueOn < asOf;
    for (const tally of [own.tally, whole]) {
      if (assignedAt >= bounds.start) tally.received += 1;
      if (!isClosed) tally.open += 1;
      if (isLate) tally.late += 1;
      if (isClosed && delay !== null) tally.delays.push(delay);
      if (isClosed && rating !== null) tally.stars.push(rating.beneficiaryRating);
    }
    onStep({ ...step, assignedAt }, isLate);
  }
  const rows = [...organisations.values()]
    .map(({ name, tally }) => figuresOf(nameOf(name, lang), tally))
    .toSorted((a, b) => a.organisation.localeCompare(b.organisation, lang));
  const words = statisticsCatalogue.in(lang);
  return { steps, rows, whole: figuresOf(words('report.whole'), whole) };
}

/**
 * The figures of a month: of each organisation, and of all together.
 * @param month `YYYY-MM`
 */
export async function monthFigures(
  deps: Pick<Deps, 'db' | 'clock'>,
  month: string,
  lang: Lang,
): Promise<{
  readonly steps: number;
  readonly rows: MonthFigures[];
  readonly whole: MonthFigures;
}> {
  return await readMonth(deps, { month, lang }, () => undefined);
}

/** Rows that are written at once. */
const rowsAtOnce = 200;

function tableOf(
  words: StatisticsTranslate,
  lang: Lang,
  name: 'report.sheet' | 'report.totals',
  columns: typeof stepColumns | typeof totalColumns,
  rows: readonly (readonly TableCell[])[],
): TableDraft {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  );
  return {
    sheetName: words(name),
    isRightToLeft: lang === 'ar',
    columns: columns.map(({ key, width }) => ({ width, title: words(`report.column.${key}`) })),
    batches: parts,
  };
}

/**
 * The report of a month as a workbook: one row for each step of the month in its current state, and the figures of each
 * organisation.
 * @param month `YYYY-MM`
 */
export async function monthReport(
  deps: Pick<Deps, 'db' | 'clock'>,
  month: string,
  lang: Lang,
): Promise<{ readonly steps: number; readonly content: Buffer }> {
  const words = statisticsCatalogue.in(lang);
  const stepLabels = await labelsOf(deps.db, 'PROCESSING_STEP_STATUS');
  const requestLabels = await labelsOf(deps.db, 'STATUS');
  const labelIn = (labels: typeof stepLabels, code: string): string => {
    const item = labels.get(code);
    return item === undefined ? code : labelOf(item, lang);
  };

  const cells: TableCell[][] = [];
  const { steps, rows, whole } = await readMonth(deps, { month, lang }, (step, isLate) => {
    const { partner, request, rating, assignedAt, processedAt } = step;
    // In the order of `stepColumns`.
    cells.push([
      request.numRequest,
      nameOf(partner, lang),
      labelOf(step.titleItem, lang),
      displayName(request.beneficiary),
      labelIn(requestLabels, requestStatusOf(request.status)),
      labelIn(stepLabels, step.status),
      step.percent,
      dayCell(dayOf(assignedAt)),
      dayCell(step.dueOn?.toISOString().slice(0, 10) ?? null),
      isLate ? words('report.yes') : null,
      dayCell(processedAt === null ? null : dayOf(processedAt)),
      processedAt === null ? null : delayDays(assignedAt, processedAt),
      rating?.beneficiaryRating ?? null,
      request.beneficiary.prenom,
      request.beneficiary.nom,
    ]);
  });
  const totals = [...rows, whole].map((figures) => totalColumns.map(({ key }) => figures[key]));
  const tables = [
    tableOf(words, lang, 'report.sheet', stepColumns, cells),
    tableOf(words, lang, 'report.totals', totalColumns, totals),
  ];
  const content = await buffer(xlsxStream(tables, `${words('report.sheet')} ${month}`));
  return { steps, content };
}

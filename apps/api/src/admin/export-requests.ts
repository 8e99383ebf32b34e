import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { wireDateTime, type Lang } from '@wasl/contracts';

import { isLive } from '../rules/step-transitions.ts';
import { answersText, type Answer } from '../modules/journeys/index.ts';
import { inLang, labelOf, type Labelled } from '../modules/reference/index.ts';
import type { Db } from '../platform/database/db.ts';
import {
  csvStream,
  xlsxStream,
  type TableCell,
  type TableDraft,
} from '../platform/spreadsheets/table-stream.ts';
import type { Progress } from './progress.ts';
import { everyRequest, labelsOfList, type ExportedRequest } from './request-overview.repository.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** Columns with their names on the wire, so that programs read them in every language; widths in characters. */
const columns = {
  numRequest: 16,
  dateRequest: 17,
  submittedAt: 17,
  status: 24,
  statusLibelle: 24,
  percent: 10,
  beneficiary: 28,
  email: 30,
  phone: 18,
  city: 18,
  province: 24,
  journeyDef: 36,
  services: 36,
  partners: 36,
  steps: 10,
  stepsProcessed: 16,
  description: 60,
  answers: 60,
  prenom: 18,
  nom: 18,
} as const;

type LabelOf = (code: string) => string;

function cellsOf(
  request: ExportedRequest,
  lang: Lang,
  statusLabel: LabelOf,
  provinceLabel: LabelOf,
): TableCell[] {
  const { beneficiary, journeyDef, steps } = request;
  const live = steps.filter(({ status }) => isLive(status));
  const journey =
    journeyDef === null
      ? ''
      : inLang(lang, {
          fr: journeyDef.titleFr,
          en: journeyDef.titleEn,
          ar: journeyDef.titleAr,
          es: journeyDef.titleEs,
        });
  return [
    request.numRequest,
    wireDateTime(request.dateRequest),
    request.submittedAt === null ? '' : wireDateTime(request.submittedAt),
    request.status,
    statusLabel(request.status),
    request.percent,
    beneficiary.companyName ?? `${beneficiary.prenom} ${beneficiary.nom}`,
    beneficiary.email,
    beneficiary.phone ?? '',
    beneficiary.city ?? '',
    beneficiary.province === null ? '' : provinceLabel(beneficiary.province),
    journey,
    request.services.map(({ item }) => labelOf(item, lang)).join(' | '),
    [...new Set(live.map(({ partner }) => partner.title))].join(' | '),
    live.length,
    live.filter(({ status }) => status === 'PROCESSED').length,
    request.description ?? '',
    answersText(request.answers as readonly Answer[], lang),
    beneficiary.prenom,
    beneficiary.nom,
  ];
}

/**
 * Writes every undeleted request to a file, atomically and readable only by its owner. Text that begins like a formula
 * is made inert; numbers stay numbers.
 * @returns how many requests
 */
export async function exportRequests(
  db: Db,
  {
    file,
    format,
    lang,
    progress,
  }: { file: string; format: ExportFormat; lang: Lang; progress?: Progress },
): Promise<number> {
  const labelIn =
    (labels: ReadonlyMap<string, Labelled>): LabelOf =>
    (code) => {
      const item = labels.get(code);
      return item === undefined ? code : labelOf(item, lang);
    };
  const status = labelIn(await labelsOfList(db, 'STATUS'));
  const province = labelIn(await labelsOfList(db, 'PROVINCE'));
  let count = 0;
  const rows = async function* (): AsyncGenerator<TableCell[][]> {
    for await (const request of everyRequest(db)) {
      count += 1;
      progress?.advance();

      yield [cellsOf(request, lang, status, province)];
    }
  };
  const unfinished = `${file}.part`;
  await rm(unfinished, { force: true });
  try {
    const table: TableDraft = {
      sheetName: 'requests',
      isRightToLeft: lang === 'ar',
      columns: Object.entries(columns).map(([title, width]) => ({
        title,
        width,
        isText: title === 'phone',
      })),
      batches: rows(),
    };
    await pipeline(
      format === 'csv' ? csvStream(table) : xlsxStream([table]),
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }),
    );
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return count;
}

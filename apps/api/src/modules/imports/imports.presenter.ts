import {
  errorStatus,
  wireDateTime,
  type ErrorCode,
  type FiledRequestView,
  type ImportRunStatus,
  type ImportRunView,
  type Lang,
} from '@wasl/contracts';

import { localized } from '../../platform/i18n/localized.ts';
import { displayName } from '../../platform/database/person-name.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { inLang, labelOf } from '../reference/index.ts';
import type { FiledRow } from './filed-requests.repository.ts';
import type { ImportRunRow } from './import-runs.repository.ts';

const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** A run without a sign of life for this time is interrupted. It gives one every {@link aliveEveryMs}. */
const silentMs = 2 * 60_000;
/** Interval at which a run gives a sign of life, even without changes. */
export const aliveEveryMs = 20_000;

function statusOf({ status, aliveAt }: ImportRunRow, now: Date): ImportRunStatus {
  const isSilent = now.getTime() - aliveAt.getTime() > silentMs;
  return status === 'RUNNING' && isSilent ? 'INTERRUPTED' : status;
}

export function presentProgress(run: ImportRunRow, now: Date) {
  const { linesTotal, linesRead, rows, rowsWritten } = run;
  return { run: run.id, status: statusOf(run, now), linesTotal, linesRead, rows, rowsWritten };
}

function refusalOf(text: string, { errors }: Words[Lang]): { code: string; message: string } {
  const code = errorCodes.find((known) => known === text) ?? 'INTERNAL';
  return { code, message: errors[code] };
}

export function presentRun(run: ImportRunRow, now: Date, messages: Words[Lang]): ImportRunView {
  const status = statusOf(run, now);
  return {
    run: run.id,
    kind: run.kind,
    fileName: run.originalName,
    agent: run.agent === null ? null : displayName(run.agent),
    startedAt: wireDateTime(run.startedAt),
    status,
    imported: status === 'DONE' ? run.rows : 0,
    faults: run.faults,
    refusal: run.refusal === null ? null : refusalOf(run.refusal, messages),
  };
}

/** Presents what the organisation sent, without data about the person. */
export function presentFiledRequest(row: FiledRow, lang: Lang): FiledRequestView {
  const { journeyDef: journey } = row;
  const filedAt = row.import?.createdAt ?? row.dateRequest;
  return {
    id: row.id,
    agreement: row.agreement === 'REFUSED' ? 'REFUSED' : 'WAITING',
    email: row.beneficiary.email,
    description: row.description,
    services: row.services.map((service) => labelOf(service, lang)),
    journey: journey === null ? null : inLang(lang, localized('title', journey)),
    dateRequest: wireDateTime(new Date(row.dateRequest)),
    filedAt: wireDateTime(new Date(filedAt)),
    fileName: row.import?.originalName ?? '',
  };
}

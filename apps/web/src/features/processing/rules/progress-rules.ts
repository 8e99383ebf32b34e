import { type SettableStepStatus, settableStepStatuses } from '@wasl/contracts';

/** Initial status of the form: a newly assigned step becomes IN_PROGRESS. */
export function startingStatus(code: string | undefined): SettableStepStatus {
  return settableStepStatuses.find((status) => status === code) ?? 'IN_PROGRESS';
}

/** Status that follows from a percent: 100 means PROCESSED, and a lower value reopens a processed step. */
export function statusFor(percent: number, status: SettableStepStatus): SettableStepStatus {
  if (percent === 100) return 'PROCESSED';
  return status === 'PROCESSED' ? 'IN_PROGRESS' : status;
}

/** Percent that follows from a status: PROCESSED means 100; leaving it restores the earlier percent. */
export function percentFor(
  status: SettableStepStatus,
  percent: number,
  startPercent: number,
): number {
  if (status === 'PROCESSED') return 100;
  return percent === 100 ? Math.min(startPercent, 95) : percent;
}

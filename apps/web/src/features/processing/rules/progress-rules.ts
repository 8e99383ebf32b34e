import { type SettableStepStatus, settableStepStatuses } from '@wasl/contracts';

/** What a partner may set of a step as it stands: work on a step just assigned begins. */
export function startingStatus(code: string | undefined): SettableStepStatus {
  return settableStepStatuses.find((status) => status === code) ?? 'IN_PROGRESS';
}

/** The status that goes with a percent: 100 means PROCESSED, and less of a processed step is in progress again. */
export function statusFor(percent: number, status: SettableStepStatus): SettableStepStatus {
  if (percent === 100) return 'PROCESSED';
  return status === 'PROCESSED' ? 'IN_PROGRESS' : status;
}

/** The percent that goes with a status: PROCESSED means 100; leaving it returns to where the step stood. */
export function percentFor(
  status: SettableStepStatus,
  percent: number,
  startPercent: number,
): number {
  if (status === 'PROCESSED') return 100;
  return percent === 100 ? Math.min(startPercent, 95) : percent;
}

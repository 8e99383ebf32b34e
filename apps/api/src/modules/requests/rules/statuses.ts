import {
  requestStatuses,
  stepStatuses,
  type RequestStatus,
  type StepStatus,
} from '@wasl/contracts';

/** A request's status as the database holds it. @throws TypeError for a code the product does not know */
export function requestStatusOf(code: string): RequestStatus {
  const status = requestStatuses.find((known) => known === code);
  if (status === undefined) throw new TypeError(`Unknown request status: ${code}`);
  return status;
}

/** A step's status as the database holds it. @throws TypeError for a code the product does not know */
export function stepStatusOf(code: string): StepStatus {
  const status = stepStatuses.find((known) => known === code);
  if (status === undefined) throw new TypeError(`Unknown step status: ${code}`);
  return status;
}

/** Members of the worklist's address that other pages set; `features/processing/rules/worklist-state.ts` reads them. */
export interface WorklistLink {
  readonly search?: string;
  /** Id of an agent. */
  readonly assignee?: string;
  readonly tab?: 'late';
  readonly service?: string;
  /** A status of a step, or `OPEN` for all steps in progress. */
  readonly stepStatus?: string;
  /** Id of an import of requests. */
  readonly import?: string;
  /** `YYYY-MM-DD` */
  readonly assignedSince?: string;
  readonly assignedUntil?: string;
  readonly closedSince?: string;
  readonly closedUntil?: string;
  /** Id of an agent. */
  readonly closedBy?: string;
  /** 1 to 5. */
  readonly stars?: string;
  readonly ratedSince?: string;
  readonly ratedUntil?: string;
}

export function worklistAddress(link: WorklistLink): string {
  const members = Object.entries(link).filter(([, value]) => value !== '');
  const query = new URLSearchParams(members as [string, string][]).toString();
  return query === '' ? '/requests' : `/requests?${query}`;
}

/** Result of one check: fine, probably unintended, or a fault of the portal or a part of it. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'doubt' | 'fault';
  readonly message: string;
}

/** Result of a check without its name. */
export type FindingState = Omit<Finding, 'what'>;

export const ok = (message: string): FindingState => ({ state: 'ok', message });
export const doubt = (message: string): FindingState => ({ state: 'doubt', message });
export const fault = (message: string): FindingState => ({ state: 'fault', message });

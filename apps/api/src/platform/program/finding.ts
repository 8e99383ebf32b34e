/** What one look found: all well, probably not meant, or something that keeps the portal or a part of it from working. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'doubt' | 'fault';
  readonly message: string;
}

/** What a look says of its part; several where several things are to be said. */
export type FindingState = Omit<Finding, 'what'>;

export const ok = (message: string): FindingState => ({ state: 'ok', message });
export const doubt = (message: string): FindingState => ({ state: 'doubt', message });
export const fault = (message: string): FindingState => ({ state: 'fault', message });

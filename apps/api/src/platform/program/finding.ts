/** What one look found: all well, probably not meant, or something that keeps the portal or a part of it from working. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'doubt' | 'fault';
  readonly said: string;
}

/** What a look says of its part; several where several things are to be said. */
export type Said = Omit<Finding, 'what'>;

export const ok = (said: string): Said => ({ state: 'ok', said });
export const doubt = (said: string): Said => ({ state: 'doubt', said });
export const fault = (said: string): Said => ({ state: 'fault', said });

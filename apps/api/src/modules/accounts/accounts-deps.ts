import type { Deps } from '../../platform/program/deps.ts';

export type AccountsDeps = Pick<
  Deps,
  | 'db'
  | 'clock'
  | 'pause'
  | 'log'
  | 'tokens'
  | 'passwords'
  | 'limits'
  | 'mail'
  | 'settings'
  | 'sealing'
>;

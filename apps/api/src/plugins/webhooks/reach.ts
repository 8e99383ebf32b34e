import ipaddr from 'ipaddr.js';
import { z } from 'zod';

import { onOff } from '../../platform/settings/env-schema.ts';

/** Whether organisations may add addresses, and internal networks that are allowed, as `address/bits`. */
export interface Reach {
  readonly isOn: boolean;
  readonly allowedPrivate: readonly string[];
}

/** `on`, `off`, or networks such as `10.20.0.0/16`, which imply `on`. */
export const reach = z.string().transform((value, context): Reach => {
  const isOn = onOff.safeParse(value).data;
  if (isOn !== undefined) return { isOn, allowedPrivate: [] };
  const list = value.split(',').map((item) => item.trim());
  const wrong = list.find((item) => !ipaddr.isValidCIDR(item));
  if (wrong === undefined) return { isOn: true, allowedPrivate: list };
  context.addIssue({
    code: 'custom',
    message: `must be on, off, or networks; "${wrong}" is not a network such as 10.20.0.0/16`,
  });
  return z.NEVER;
});

import { z } from 'zod';

/** Answer of a call that only says it was done. */
export const acknowledged = z.object({ success: z.literal(true) });

import { z } from 'zod';

/** Answer of a call without a result. */
export const acknowledged = z.object({ success: z.literal(true) });

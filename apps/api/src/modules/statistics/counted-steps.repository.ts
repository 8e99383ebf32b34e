import { Prisma } from '@wasl/db';

import { delayDaysSql } from '../../rules/step-delay.ts';

/** What counts, as SQL on `processing_steps s`. */

/** With their requests, as far as their organisation sees them. */
export const seen = Prisma.sql`JOIN requests r ON r.id = s.request_id AND s.request_is_shown`;
/** Came to its organisation, at `assigned_at`. */
export const isReceived = Prisma.sql`s.status <> 'DECLINED'`;
/** Was brought to its end, at `processed_at`. */
export const isClosed = Prisma.sql`s.status = 'PROCESSED'`;
/** Whole days from its coming to its end. */
export const delay = Prisma.raw(delayDaysSql('s'));

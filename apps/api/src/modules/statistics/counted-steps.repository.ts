import { Prisma } from '@wasl/db';

import { codesSql } from '../../platform/database/db.ts';
import { agreementsOpenToPartners, hiddenFromPartners } from '../../policies/request-actions.ts';
import { delayDaysSql } from '../../rules/step-delay.ts';

/** What counts, as SQL on `processing_steps s`. */

/** With the requests that agents see. */
export const seen = Prisma.sql`JOIN requests r ON r.id = s.request_id
  AND r.status NOT IN (${codesSql(hiddenFromPartners)}) AND r.agreement IN (${codesSql(agreementsOpenToPartners)})`;
/** Came to its organisation, at `assigned_at`. */
export const isReceived = Prisma.sql`s.status <> 'DECLINED'`;
/** Was brought to its end, at `processed_at`. */
export const isClosed = Prisma.sql`s.status = 'PROCESSED'`;
/** Whole days from its coming to its end. */
export const delay = Prisma.raw(delayDaysSql('s'));

import type { RequestStatus } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import { likeLiteral } from '../modules/reference/index.ts';
import type { Db } from '../platform/database/db.ts';
import { soughtNumber } from '../rules/request-number.ts';
import { requestStatusOf, type StoredStatus } from '../policies/request-status.ts';

/** Maximum results of each kind. */
const foundAtMost = 20;

const requestColumns = {
  numRequest: true,
  status: true,
  percent: true,
  dateRequest: true,
  submittedAt: true,
  beneficiary: { select: { nom: true, prenom: true, email: true } },
} as const;

export interface ListedRequest {
  readonly numRequest: string;
  readonly status: RequestStatus;
  readonly percent: number;
  readonly dateRequest: Date;
  readonly submittedAt: Date | null;
  readonly beneficiary: { readonly nom: string; readonly prenom: string; readonly email: string };
}

/** The administrator's latest act on a person or an organisation. */
const lastAct = {
  orderBy: [{ at: 'desc' }, { id: 'desc' }],
  take: 1,
  select: { kind: true, byName: true, at: true },
} as const satisfies Prisma.User$actsArgs;

/** Finds people and organisations by a part of their name or address, and requests by a part of their number. */
export async function findAnything(db: Db, text: string) {
  const containing = (part: string) =>
    ({ contains: likeLiteral(part), mode: 'insensitive' }) as const;
  const contains = containing(text);
  // "Amina Berrada" is found by both words, in either order.
  const words = text.split(/\s+/).map((word) => ({
    OR: [
      { nom: containing(word) },
      { prenom: containing(word) },
      { companyName: containing(word) },
    ],
  }));
  const people = await db.user.findMany({
    where: { OR: [{ email: contains }, { AND: words }] },
    orderBy: [{ nom: 'asc' }, { prenom: 'asc' }, { id: 'asc' }],
    take: foundAtMost,
    select: {
      email: true,
      nom: true,
      prenom: true,
      role: true,
      companyName: true,
      createdAt: true,
      emailConfirmedAt: true,
      approvedAt: true,
      disabledAt: true,
      disabledById: true,
      partner: { select: { title: true } },
      acts: lastAct,
    },
  });
  const organisations = await db.partner.findMany({
    where: { title: contains },
    orderBy: [{ title: 'asc' }, { id: 'asc' }],
    take: foundAtMost,
    select: { id: true, title: true, approvedAt: true, acts: lastAct },
  });
  const { part, whole } = soughtNumber(text) ?? { part: text, whole: null };
  const numbers = [containing(part), ...(whole === null ? [] : [whole])];
  const requests = await listRequests(
    db,
    { OR: numbers.map((numRequest) => ({ numRequest })) },
    foundAtMost,
  );
  return { people, organisations, requests };
}

/** Undeleted requests, newest first. */
export async function listRequests(
  db: Db,
  where: {
    OR?: { numRequest: string | { contains: string; mode: 'insensitive' } }[];
    status?: StoredStatus;
    dateRequest?: { gte: Date };
  },
  limit: number,
): Promise<ListedRequest[]> {
  const rows = await db.supportRequest.findMany({
    where: { status: { not: 'SUPPRIME' }, ...where },
    orderBy: [{ dateRequest: 'desc' }, { id: 'desc' }],
    take: limit,
    select: requestColumns,
  });
  return rows.map((row) => ({ ...row, status: requestStatusOf(row.status) }));
}

import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { personName, personNameColumns } from '../../platform/database/person-name.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import type { SearchTerms } from '../../rules/search-terms.ts';
import { notErased } from '../accounts/index.ts';
import { nameColumns } from '../partners/index.ts';
import { isPersonNamed } from '../requests/index.ts';

const summaryColumns = {
  id: true,
  email: true,
  ...personNameColumns,
  role: true,
  emailConfirmedAt: true,
  approvedAt: true,
  disabledAt: true,
  partner: { select: nameColumns },
} as const satisfies Prisma.UserSelect;
export type PersonSummary = Prisma.UserGetPayload<{ select: typeof summaryColumns }>;

/** Requests and files of one person that a page shows. */
const mostRequests = 20;
const mostFiles = 200;

/** People of the portal, for administrators. Erased accounts are not found. */
export function peopleRepository(db: Db) {
  return {
    /**
     * Finds people by names, e-mail, phone, whole CIN or ICE, or by the number of a request.
     * @returns at most `size` people, by name
     */
    async search({ names, identity, number }: SearchTerms, size: number): Promise<PersonSummary[]> {
      const query = build
        .selectFrom('users as u')
        .where(notErased())
        .where((eb) =>
          eb.or([
            isPersonNamed(names),
            eb('u.num_cin', '=', identity),
            eb('u.ice', '=', identity),
            ...(number === null
              ? []
              : [
                  eb.exists(
                    eb
                      .selectFrom('requests as r')
                      .whereRef('r.beneficiary_id', '=', 'u.id')
                      .where('r.num_request', '=', number.whole ?? number.part)
                      .select('r.id'),
                  ),
                ]),
          ]),
        )
        .orderBy('u.nom')
        .orderBy('u.prenom')
        .orderBy('u.id')
        .limit(size)
        .select(['u.id', ...personName]);
      const ids = (await rows(db, query)).map(({ id }) => id);
      const people = await db.user.findMany({
        where: { id: { in: ids } },
        select: summaryColumns,
      });
      const byId = new Map(people.map((person) => [person.id, person]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async find(id: string) {
      return await db.user.findUnique({
        where: { id },
        select: {
          ...summaryColumns,
          phone: true,
          createdAt: true,
          secondFactor: { select: { confirmedAt: true } },
          refusedMails: { select: { kind: true } },
          requests: {
            where: { NOT: { status: 'SUPPRIME', emptiedAt: { not: null } } },
            orderBy: [{ dateRequest: 'desc' }, { id: 'desc' }],
            take: mostRequests,
            select: { id: true, numRequest: true, submittedAt: true, status: true },
          },
        },
      });
    },

    /** Files of the person's requests, of their steps and messages, the newest first. */
    async filesOf(requests: Prisma.SupportRequestWhereInput) {
      const ofThem = { request: requests };
      return await db.storedFile.findMany({
        where: {
          removedAt: null,
          OR: [
            { requestDocument: ofThem },
            { stepDocument: { step: ofThem } },
            { attachments: { some: { message: { step: ofThem } } } },
          ],
        },
        orderBy: { id: 'desc' },
        take: mostFiles,
        select: {
          id: true,
          originalName: true,
          createdAt: true,
          requestDocument: { select: { requestId: true } },
          stepDocument: { select: { step: { select: { requestId: true } } } },
          attachments: {
            select: { message: { select: { step: { select: { requestId: true } } } } },
          },
        },
      });
    },
  };
}

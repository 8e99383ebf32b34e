import { randomUUID } from 'node:crypto';

import type { CounterPerson } from '@wasl/contracts';
import { sql, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Db } from '../../platform/database/db.ts';
import { displayName, personName } from '../../platform/database/person-name.ts';
import { build, conditionOn, read, rows } from '../../platform/database/statements.repository.ts';
import { isContactShown } from '../../policies/scopes.repository.ts';
import { journey } from '../journeys/index.ts';
import { itemLabel } from '../reference/index.ts';
import { isPersonNamed } from '../requests/index.ts';
import type { SearchTerms } from '../../rules/search-terms.ts';
import { lockOn, type ImportKind } from './imports.repository.ts';
import {
  acquaintanceWith,
  stepsOnSeenRequests,
  type BeneficiaryRow,
  type Acquaintance,
} from './request-lookups.repository.ts';
import type { FiledRequest } from './request-writer.ts';

interface NewPerson {
  readonly email: string;
  readonly nom: string;
  readonly prenom: string;
  readonly lang: string;
}

const columns = ['u.id', 'u.email', 'u.lang', ...personName, 'u.area_id as areaId'] as const;

/**
 * Most people that one search compares with the organisation, by name and by their last steps and imports each: the
 * cost of a frequent name does not grow with the portal.
 */
const mostCompared = 500;

/**
 * Beneficiaries with the acquaintance `known`, whose contact data the organisation sees by a step or gave by an import.
 */
function knownPeople(partnerId: number) {
  return build
    .selectFrom('users as u')
    .where('u.role', '=', sql.lit('BENEFICIAIRE'))
    .where('u.disabled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.exists(
          stepsOnSeenRequests(partnerId)
            .whereRef('r.beneficiary_id', '=', 'u.id')
            .where(isContactShown())
            .select('s.id'),
        ),
        eb.exists(
          eb
            .selectFrom('imports as i')
            .whereRef('i.id', '=', 'u.import_id')
            .where('i.partner_id', '=', partnerId)
            .where('i.kind', '=', sql.lit<ImportKind>('BENEFICIARIES'))
            .select('i.id'),
        ),
      ]),
    )
    .where(acquaintanceWith(partnerId), '=', sql.lit<Acquaintance>('known'));
}

/** The people of the organisation's last steps and of its last imports. */
function latestPeople(partnerId: number) {
  const eb = conditionOn<'u'>();
  const ofSteps = eb
    .selectFrom('processing_steps as s')
    .innerJoin('requests as r', 'r.id', 's.request_id')
    .where('s.partner_id', '=', partnerId)
    .orderBy('s.request_date', 'desc')
    .limit(sql.lit(mostCompared))
    .select('r.beneficiary_id as id');
  const ofImports = eb
    .selectFrom('imports as i')
    .innerJoin('users as o', 'o.import_id', 'i.id')
    .where('i.partner_id', '=', partnerId)
    .where('i.kind', '=', sql.lit<ImportKind>('BENEFICIARIES'))
    .orderBy('i.id', 'desc')
    .limit(sql.lit(mostCompared))
    .select('o.id');
  return eb
    .selectFrom(ofSteps.as('t'))
    .select('t.id')
    .unionAll(eb.selectFrom(ofImports.as('m')).select('m.id'));
}

export function counterRepository(db: Db) {
  return {
    /** The services of the organisation, and the active journeys that have its tasks. */
    async choices(partnerId: number) {
      const services = build
        .selectFrom('partner_services as p')
        .innerJoin('reference_items as i', 'i.id', 'p.item_id')
        .where('p.partner_id', '=', partnerId)
        .where('i.active', '=', true)
        .orderBy('i.position')
        .orderBy('i.id')
        .select(itemLabel);
      const journeys = build
        .selectFrom('journey_defs as j')
        .where('j.active', '=', true)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('task_defs as t')
              .whereRef('t.journey_def_id', '=', 'j.id')
              .where('t.partner_id', '=', partnerId)
              .select('t.id'),
          ),
        )
        .orderBy('j.id')
        .select(journey);
      const query = build.selectNoFrom([
        jsonArrayFrom(services).as('services'),
        jsonArrayFrom(journeys).as('journeys'),
      ]);
      const [found] = await read(db, 'choices at the counter', query);
      return found ?? { services: [], journeys: [] };
    },

    /**
     * Known people of the organisation that the words find, by name. A CIN or an ICE must match completely:
     * organisations do not see these numbers.
     * @returns at most `size` people; `isCut`: so many have the name that not all were compared
     */
    async findPeople(
      { names, identity }: SearchTerms,
      partnerId: number,
      size: number,
    ): Promise<{ people: CounterPerson[]; isCut: boolean }> {
      const eb = conditionOn<'u'>();
      const isSought = eb.or([
        isPersonNamed(names),
        eb('u.num_cin', '=', identity),
        eb('u.ice', '=', identity),
      ]);
      const named = build
        .selectFrom('users as u')
        .where(isSought)
        .limit(sql.lit(mostCompared))
        .select('u.id');
      const isCut = sql<boolean>`(SELECT count(*) FROM named) = ${sql.lit(mostCompared)}`;
      const latest = build
        .selectFrom(latestPeople(partnerId).as('t'))
        .innerJoin('users as u', 'u.id', 't.id')
        .where(isSought)
        // PostgreSQL evaluates this first, so most searches do not read these people.
        .where(isCut)
        .select('u.id');
      const people = knownPeople(partnerId)
        .where(sql<SqlBool>`u.id = ANY(ARRAY(SELECT id FROM named UNION ${latest}))`)
        .orderBy('u.nom')
        .orderBy('u.prenom')
        .orderBy('u.id')
        .limit(size)
        .select(['u.id', 'u.email', 'u.phone', ...personName]);
      const query = build
        .with(
          (part) => part('named').materialized(),
          () => named,
        )
        .selectNoFrom([jsonArrayFrom(people).as('people'), isCut.as('isCut')]);
      const [found] = await read(db, 'people at the counter', query);
      return {
        people: (found?.people ?? []).map(({ id, email, phone, ...name }) => ({
          id,
          name: displayName(name),
          email,
          phone,
        })),
        isCut: found?.isCut ?? false,
      };
    },

    /** A person of the search by id; undefined for anyone else. */
    async knownPerson(id: string, partnerId: number): Promise<BeneficiaryRow | undefined> {
      const query = knownPeople(partnerId).where('u.id', '=', id).select(columns);
      const [person] = await rows(db, query);
      return person && { ...person, acquaintance: 'known' };
    },

    /** The account of an address, of any role and state, as that of an unknown person. */
    async anyAccount(email: string): Promise<BeneficiaryRow | undefined> {
      const query = build.selectFrom('users as u').where('u.email', '=', email).select(columns);
      const [person] = await rows(db, query);
      return person && { ...person, acquaintance: 'unknown' };
    },

    /** Creates an account without a password. @returns its id; undefined when the address has an account */
    async openAccount(
      person: NewPerson,
      { importId, now }: { readonly importId: number; readonly now: Date },
    ): Promise<string | undefined> {
      const query = build
        .insertInto('users')
        .values({
          ...person,
          id: randomUUID(),
          role: 'BENEFICIAIRE',
          type_beneficiaire: 'particulier',
          import_id: importId,
          created_at: now,
          updated_at: now,
        })
        .onConflict((one) => one.column('email').doNothing())
        .returning('id');
      return (await rows(db, query)).at(0)?.id;
    },

    /** Locks the filings of an organisation for an address until the transaction ends. */
    async lockFilings(partnerId: number, address: string): Promise<void> {
      await rows(db, lockOn(`counter:${String(partnerId)}:${address}`));
    },

    /** The request that an earlier call with the same key filed, with whether it waits for the person. */
    async filedWithKey(
      beneficiaryId: string,
      clientKey: string,
    ): Promise<(FiledRequest & { readonly isWaiting: boolean }) | null> {
      const found = await db.supportRequest.findUnique({
        where: { beneficiaryId_clientKey: { beneficiaryId, clientKey } },
        select: { id: true, numRequest: true, agreement: true },
      });
      return found && { ...found, isWaiting: found.agreement !== 'NOT_NEEDED' };
    },
  };
}

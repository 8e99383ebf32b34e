import {
  consentVersion,
  individualDto,
  memberKinds,
  organizationDto,
  personMembers,
} from '@wasl/contracts';

import { columnsOf, type ItemMember } from '../../modules/accounts/index.ts';
import type { Db } from '../../platform/database/db.ts';
import { noChanges, type AreaChanges } from '../changes.ts';
import { contactColumns } from '../organisations.ts';
import { contentHash, readMarks, writeMarks } from '../seed-records.ts';
import type { DemoAgent, DemoBeneficiary } from './demo-files.schema.ts';
import type { DemoFiles } from './read-demo-files.ts';
import { daysBefore, loadLookup, type Lookup } from './lookup.ts';

const prefix = 'demo/person/';

/** Ids of the items with these codes, by member. */
function itemsOf(lookup: Lookup, codes: Readonly<Partial<Record<ItemMember, string | null>>>) {
  return (member: ItemMember) => lookup.item(memberKinds[member].list, codes[member] ?? '');
}

function personColumns(person: DemoAgent | DemoBeneficiary, lookup: Lookup, now: Date) {
  const createdAt = daysBefore(now, person.createdDaysAgo);
  return {
    ...columnsOf(personMembers, person, itemsOf(lookup, person)),
    email: person.email,
    lang: 'fr',
    createdAt,
    emailConfirmedAt: createdAt,
    consents: { create: { version: consentVersion, lang: 'fr', at: createdAt } },
  };
}

async function createBeneficiary(
  db: Db,
  person: DemoBeneficiary,
  passwordHash: string,
  lookup: Lookup,
  now: Date,
): Promise<void> {
  const { individual, company, identity, qualification } = person;
  const columns = personColumns(person, lookup, now);
  const { id } = await db.user.create({
    data: {
      ...columns,
      role: 'BENEFICIAIRE',
      passwordHash: person.canSignIn ? passwordHash : null,
      typeBeneficiaire: company ? 'entreprise' : 'particulier',
      ...(individual && columnsOf(individualDto.shape, individual, itemsOf(lookup, individual))),
      ...(company && columnsOf(organizationDto.shape, company, itemsOf(lookup, company))),
    },
    select: { id: true },
  });
  if (identity) {
    const expires = daysBefore(now, -identity.expiresInDays).toISOString().slice(0, 10);
    await db.identity.create({
      data: {
        userId: id,
        typeIdentity: identity.type,
        idExpirationDate: new Date(`${expires}T00:00:00Z`),
      },
    });
  }
  if (qualification) {
    await db.qualification.create({
      data: { ...qualification, userId: id, createdAt: columns.createdAt },
    });
  }
}

/**
 * Adds missing people of the demonstration. Existing and removed ones are not touched.
 * @param hash called once, when a person who can sign in is added
 */
export async function storeDemoPeople(
  db: Db,
  { people }: DemoFiles,
  hash: () => Promise<string>,
  now: Date,
): Promise<AreaChanges> {
  const changes = noChanges('demonstration people');
  const marks = await readMarks(db, prefix);
  const everybody = [...people.beneficiaries, ...people.agents];
  const taken = await db.user.findMany({
    where: { email: { in: everybody.map(({ email }) => email) } },
    select: { email: true },
  });
  const missing = everybody.filter(
    ({ email }) => !marks.has(prefix + email) && !taken.some((user) => user.email === email),
  );
  changes.unchanged = everybody.length - missing.length;
  if (missing.length === 0) return changes;

  const lookup = await loadLookup(db);
  const passwordHash = await hash();
  for (const person of missing) {
    if ('organisation' in person) {
      const columns = personColumns(person, lookup, now);
      const partnerId = lookup.organisation(person.organisation);
      await db.user.create({
        data: {
          ...columns,
          role: 'PARTENAIRE',
          passwordHash,
          partnerId,
          approvedAt: person.isApproved ? columns.createdAt : null,
          // The first agent of each organisation is its responsable.
          isResponsible:
            person.isApproved &&
            (await db.user.count({ where: { partnerId, approvedAt: { not: null } } })) === 0,
        },
      });
      if (person.contact !== undefined) {
        await db.partner.update({ where: { id: partnerId }, data: contactColumns(person) });
      }
    } else await createBeneficiary(db, person, passwordHash, lookup, now);
    changes.created.push(person.email);
  }
  await writeMarks(
    db,
    missing.map((person) => ({
      key: prefix + person.email,
      recordId: null,
      sha256: contentHash(person.email),
    })),
  );
  return changes;
}

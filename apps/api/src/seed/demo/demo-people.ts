import type { Db } from '../../platform/db.ts';
import { noChanges, type AreaChanges } from '../changes.ts';
import { contentHash, readMarks, writeMarks } from '../seed-records.ts';
import type { DemoAgent, DemoBeneficiary } from './demo-files.schema.ts';
import type { DemoFiles } from './read-demo-files.ts';
import { daysBefore, loadLookup, type Lookup } from './lookup.ts';

const prefix = 'demo/person/';

function personColumns(person: DemoAgent | DemoBeneficiary, lookup: Lookup, now: Date) {
  const { email, nom, prenom, sex, phone, address, city, province } = person;
  const createdAt = daysBefore(now, person.createdDaysAgo);
  return {
    email,
    nom,
    prenom,
    sex,
    phone,
    codeCountry: '+212',
    address,
    city,
    province,
    birthDate: new Date(`${person.birthDate}T00:00:00Z`),
    nationality: 'MA',
    countryOfResidence: 'MA',
    lang: 'fr',
    levelOfStudyId: lookup.item('NIVEAU_ETUDE', person.levelOfStudy),
    createdAt,
    emailConfirmedAt: createdAt,
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
  const area = individual?.area ?? company?.area ?? '';
  const { id } = await db.user.create({
    data: {
      ...columns,
      role: 'BENEFICIAIRE',
      passwordHash: person.canSignIn ? passwordHash : null,
      typeBeneficiaire: company ? 'entreprise' : 'particulier',
      numCin: individual?.numCin ?? company?.numCin ?? null,
      profilId: individual ? lookup.item('PROFIL', individual.profil) : null,
      areaId: lookup.item('SECTEUR_ACTIVITE', area),
      companyName: company?.companyName ?? null,
      headquarter: company?.headquarter ?? null,
      ice: company?.ice ?? null,
      ifu: company?.ifu ?? null,
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
 * Adds the people of the demonstration who are not there yet. Who is there, or was and has been removed,
 * is left alone.
 * @param hash called once, when somebody who can sign in is to be added
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
      await db.user.create({
        data: {
          ...columns,
          role: 'PARTENAIRE',
          passwordHash,
          partnerId: lookup.organisation(person.organisation),
          approvedAt: person.isApproved ? columns.createdAt : null,
        },
      });
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

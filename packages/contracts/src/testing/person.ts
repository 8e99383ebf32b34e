import { editablePerson } from '../accounts/current-user.ts';
import {
  kindOf,
  type individualDto,
  type organizationDto,
  type personMembers,
} from '../accounts/person.ts';

type Texts<T> = Readonly<Record<keyof T, string>>;

/** The person in tests. Add each new member of the contract here, and every test's body, file and form includes it. */
export const samplePerson = {
  nom: 'Alami',
  prenom: 'Salma',
  birthDate: '2001-05-04',
  sex: 'FEMININ',
  nationality: 'MA',
  countryOfResidence: 'MA',
  address: '12, rue du Rif',
  city: 'Tétouan',
  province: '01.571',
  codeCountry: '+212',
  phone: '612345678',
  levelOfStudy: 'LICENCE',
} as const satisfies Texts<typeof personMembers>;

/** Her additional members as an individual. */
export const sampleIndividual = {
  numCin: 'L123456',
  profil: 'ETUDIANT',
  area: 'TOURISME',
} as const satisfies Texts<typeof individualDto.shape>;

/** Her additional members for a company. */
export const sampleCompany = {
  companyName: 'Miel du Rif',
  headquarter: 'Chefchaouen',
  numCin: 'LA12345',
  ice: '001234567000012',
  ifu: '12345678',
  area: 'AGRICULTURE',
} as const satisfies Texts<typeof organizationDto.shape>;

export const samplePasswords = {
  password: 'Rif#Montagne26',
  confirmedPassword: 'Rif#Montagne26',
} as const;

type Member = keyof typeof samplePerson;
const editable = Object.entries(samplePerson).filter(([name]) => name in editablePerson);
/** Members that her profile lets her change. */
export const sampleContact = Object.fromEntries(editable) as Pick<
  typeof samplePerson,
  Member & keyof typeof editablePerson
>;

/** Members in the body format of the specification: an item of a list is an object with its code. */
export function inBody<T extends Readonly<Record<string, string>>>(members: T) {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      kindOf(name)?.kind === 'item' ? { code: value } : value,
    ]),
  ) as { readonly [M in keyof T]: T[M] | { readonly code: T[M] } };
}

export const personBody = { ...inBody(samplePerson), ...samplePasswords };

import { contactMembers, type ContactMember, type OrganisationContactView } from '@wasl/contracts';

/** How an organisation is reached, for the queries of every module that shows it. */
export const contactColumns = {
  phone: true,
  email: true,
  address: true,
  openingHours: true,
  website: true,
} as const satisfies Record<ContactMember, true>;

/** The same of `partners as p`, in a statement that is built. */
export const organisationContact = [
  'p.phone',
  'p.email',
  'p.address',
  'p.opening_hours as openingHours',
  'p.website',
] as const;

/** What an organisation says of how it is reached. */
export function contactOf(row: OrganisationContactView): OrganisationContactView {
  const { phone, email, address, openingHours, website } = row;
  return { phone, email, address, openingHours, website };
}

/** The same for a reader who has nothing to do with an empty one: null where it says nothing. */
export function presentContact(row: OrganisationContactView): OrganisationContactView | null {
  return contactMembers.every((member) => row[member] === null) ? null : contactOf(row);
}

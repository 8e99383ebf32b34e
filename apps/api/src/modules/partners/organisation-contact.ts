import { contactMembers, type ContactMember, type OrganisationContactView } from '@wasl/contracts';

/** How an organisation is reached, for the queries of every module that shows it. */
export const contactColumns = {
  phone: true,
  email: true,
  address: true,
  openingHours: true,
  website: true,
} as const satisfies Record<ContactMember, true>;

/** What an organisation says of how it is reached. */
export function contactOf(row: OrganisationContactView): OrganisationContactView {
  const { phone, email, address, openingHours, website } = row;
  return { phone, email, address, openingHours, website };
}

/** The same for a reader who has nothing to do with an empty one: null where it says nothing. */
export function presentContact(row: OrganisationContactView): OrganisationContactView | null {
  return contactMembers.every((member) => row[member] === null) ? null : contactOf(row);
}

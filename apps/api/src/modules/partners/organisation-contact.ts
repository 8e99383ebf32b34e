import { contactMembers, type ContactMember, type OrganisationContactView } from '@wasl/contracts';

/** Contact columns of an organisation, for the queries of every module that shows it. */
export const contactColumns = {
  phone: true,
  whatsapp: true,
  email: true,
  address: true,
  openingHours: true,
  website: true,
} as const satisfies Record<ContactMember, true>;

/** The same of `partners as p` in a Kysely statement. */
export const organisationContact = [
  'p.phone',
  'p.whatsapp',
  'p.email',
  'p.address',
  'p.opening_hours as openingHours',
  'p.website',
] as const;

export function contactOf(row: OrganisationContactView): OrganisationContactView {
  const { phone, whatsapp, email, address, openingHours, website } = row;
  return { phone, whatsapp, email, address, openingHours, website };
}

/** The contact details for other readers; null when all are empty. */
export function presentContact(row: OrganisationContactView): OrganisationContactView | null {
  return contactMembers.every((member) => row[member] === null) ? null : contactOf(row);
}

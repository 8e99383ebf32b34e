import type { z } from 'zod';

import type { updatePartnerBody } from '../accounts/current-user.ts';
import { newPartner } from '../accounts/sign-up.ts';

type Organisation = NonNullable<z.input<typeof updatePartnerBody>['partner']>;
type Member = Exclude<keyof Organisation, 'version' | 'confirmed'>;

/** The organisation in tests. Add each new member of the contract here, and the bodies of tests include it. */
export const sampleOrganisation = {
  title: 'Maison de l’investisseur',
  description: 'Accueil et orientation',
  areas: ['TOURISME'],
  supportTypes: ['CONSEIL'],
  category: 'PUBLIC',
  services: ['ETUDE'],
  phone: '0539300300',
  whatsapp: '0661300300',
  email: 'accueil@cri.example.org',
  address: '2, rue du Port',
  openingHours: '8h30 – 16h30',
  website: 'https://www.cri.example.org',
  titleEn: 'Centre',
  descriptionEn: 'Advice',
  titleAr: 'مركز',
  descriptionAr: 'استشارة',
  titleEs: 'Centro',
  descriptionEs: 'Consejo',
} satisfies Readonly<Record<Member, string | readonly string[]>>;

/** Its members without contact and translations. */
export const sampleOrganisationCore = {
  title: sampleOrganisation.title,
  description: sampleOrganisation.description,
  areas: sampleOrganisation.areas,
  supportTypes: sampleOrganisation.supportTypes,
  category: sampleOrganisation.category,
  services: sampleOrganisation.services,
};

const shown = Object.entries(sampleOrganisation).filter(([name]) => name in newPartner.shape);
/** Its members in the sign-up of an agent. */
export const sampleNewOrganisation = Object.fromEntries(shown) as Pick<
  typeof sampleOrganisation,
  Member & keyof typeof newPartner.shape
>;

import type { Lang, PartnerView } from '@wasl/contracts';

import { presentCodeLibelle } from '../reference/index.ts';
import type { PartnerRow } from './partners.repository.ts';

/** Address of a logo, to be resolved against that of the API; the client draws initials where there is none. */
export function logoAddress(key: string): string {
  return `/api/partners/logo/${key}`;
}

/** An organisation as anyone may see it. */
export function presentPartner(row: PartnerRow, lang: Lang): PartnerView {
  const labels = (links: PartnerRow['areas']) =>
    links.map(({ item }) => presentCodeLibelle(item, lang));
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    logo: row.logo === null ? null : logoAddress(row.logo.key),
    category: row.category === null ? null : presentCodeLibelle(row.category, lang),
    areas: labels(row.areas),
    supportTypes: labels(row.supportTypes),
    services: labels(row.services),
  };
}

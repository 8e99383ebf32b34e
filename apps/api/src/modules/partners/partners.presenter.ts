import type { Lang, PartnerView } from '@wasl/contracts';

import { presentCodeLibelle } from '../reference/index.ts';
import type { PartnerRow } from './partners.repository.ts';

/** An organisation as anyone may see it. No call serves logos: `logo` is null and the client draws initials. */
export function presentPartner(row: PartnerRow, lang: Lang): PartnerView {
  const labels = (links: PartnerRow['areas']) =>
    links.map(({ item }) => presentCodeLibelle(item, lang));
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    logo: null,
    category: row.category === null ? null : presentCodeLibelle(row.category, lang),
    areas: labels(row.areas),
    supportTypes: labels(row.supportTypes),
    services: labels(row.services),
  };
}

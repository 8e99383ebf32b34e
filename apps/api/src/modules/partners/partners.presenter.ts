import {
  translatedLangs,
  wireDateTime,
  type Lang,
  type OrganisationNow,
  type OwnPartnerView,
  type PartnerView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inLang, presentCodeLibelle } from '../reference/index.ts';
import { presentAuthor } from './change-author.presenter.ts';
import { contactOf } from './organisation-contact.ts';
import { nameOf } from '../../platform/i18n/in-lang.ts';
import type { OrganisationChange, PartnerRow } from './partners.repository.ts';

/** Address of a logo, relative to the API's. Without a logo the client shows initials. */
export function logoAddress(key: string): string {
  return `/api/partners/logo/${key}`;
}

export function presentPartner(row: PartnerRow, lang: Lang): PartnerView {
  const labels = (links: PartnerRow['areas']) =>
    links.map(({ item }) => presentCodeLibelle(item, lang));
  return {
    id: row.id,
    title: nameOf(row, lang),
    description: inLang(lang, {
      fr: row.description,
      en: row.descriptionEn,
      ar: row.descriptionAr,
      es: row.descriptionEs,
    }),
    logo: row.logo === null ? null : logoAddress(row.logo.key),
    category: row.category === null ? null : presentCodeLibelle(row.category, lang),
    areas: labels(row.areas),
    supportTypes: labels(row.supportTypes),
    // Only its own agents see proposed services before their approval.
    services: labels(row.services.filter(({ item }) => item.partnerId === null)),
  };
}

/** Presents an organisation for its own agents' form: the French texts, and those of each other language. */
export function presentOwnPartner(row: PartnerRow, lang: Lang): OwnPartnerView {
  const { title, description, version } = row;
  const { titleEn, descriptionEn, titleAr, descriptionAr, titleEs, descriptionEs } = row;
  const others = { titleEn, descriptionEn, titleAr, descriptionAr, titleEs, descriptionEs };
  const outdated = translatedLangs.filter((one) => row.outdatedLangs.includes(one));
  const services = row.services.map(({ item }) => presentCodeLibelle(item, lang));
  const own = { ...contactOf(row), ...others, outdated, services, title, description, version };
  return { ...presentPartner(row, lang), ...own };
}

/** Presents the current organisation and its last change, for one of its agents. */
export function presentOrganisationNow(
  row: PartnerRow,
  { at, author, isScript }: OrganisationChange,
  { actor, lang }: { readonly actor: Actor | null; readonly lang: Lang },
): OrganisationNow {
  return {
    ...presentOwnPartner(row, lang),
    changedAt: at === null ? null : wireDateTime(at),
    changedBy: at === null ? null : presentAuthor(actor, author, isScript),
  };
}

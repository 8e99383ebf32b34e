import type { PartnerView } from '@wasl/contracts';

import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import type { Choice } from '../../../ui/form/index.ts';
import type {
  OrganisationField,
  OrganisationText,
} from '../../../domain/accounts/profile-rules.ts';

export type Item = PartnerView['areas'][number];
type ListField = Exclude<OrganisationField, OrganisationText>;

/** Choices of a list, with the organisation's present items added: the list may have dropped them or may not be loaded. */
function withOwn(choices: readonly Choice[] | undefined, own: readonly Item[]): Choice[] {
  const all = new Map((choices ?? []).map(({ value, label }) => [value, label]));
  for (const { code, libelle } of own) if (!all.has(code)) all.set(code, libelle);
  return [...all].map(([value, label]) => ({ value, label }));
}

/**
 * Choices of each list of the organisation.
 * @param known the organisation before and now; the lists may have dropped its items
 * @param added services added since the page was opened
 */
export function useOrganisationChoices(
  known: readonly PartnerView[],
  added: readonly Item[],
): Readonly<Record<ListField, Choice[]>> {
  const areas = useReferenceChoices('SECTEUR_ACTIVITE').choices;
  const supportTypes = useReferenceChoices('TYPE_SUPPORT').choices;
  const categories = useReferenceChoices('CATEGORIE_ORGANISME').choices;
  const services = useReferenceChoices('SERVICE').choices;
  return {
    areas: withOwn(
      areas,
      known.flatMap((partner) => partner.areas),
    ),
    supportTypes: withOwn(
      supportTypes,
      known.flatMap((partner) => partner.supportTypes),
    ),
    category: withOwn(
      categories,
      known.flatMap(({ category }) => category ?? []),
    ),
    services: withOwn(services, [...known.flatMap((partner) => partner.services), ...added]),
  };
}

import type { OrganisationNow, OwnPartnerView } from '@wasl/contracts';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { Side } from '../../../ui/conflict-panel.tsx';
import {
  isSameField,
  type OrganisationField,
  organisationFields,
  organisationOf,
  type OrganisationValues,
  type ProfileValues,
} from '../../../domain/accounts/profile-rules.ts';

export function differing(
  mine: OrganisationValues,
  theirs: OrganisationValues,
): OrganisationField[] {
  return organisationFields.filter((field) => !isSameField(field, mine, theirs));
}

/** Initial side of a field: edited fields keep the input, others follow the saved value. */
export function firstSide(
  field: OrganisationField,
  base: OrganisationValues,
  mine: OrganisationValues,
): Side {
  return isSameField(field, base, mine) ? 'theirs' : 'mine';
}

export interface OrganisationConflict {
  readonly now: OrganisationNow;
  /** Input at the time of the refusal. */
  readonly mine: OrganisationValues;
  readonly fields: readonly OrganisationField[];
}

type Form = UseFormReturn<ProfileValues, unknown, ProfileValues>;

export function putField(form: Form, field: OrganisationField, values: OrganisationValues): void {
  form.setValue(`partner.${field}`, values[field], { shouldDirty: true });
}

/**
 * Detects and resolves conflicts of the organisation's form with other agents.
 * @param partner initial organisation of the form; null for a beneficiary
 */
export function useOrganisationConflict(form: Form, partner: OwnPartnerView | null) {
  const [base, setBase] = useState(() => (partner === null ? null : organisationOf(partner)));
  const [conflict, setConflict] = useState<OrganisationConflict | null>(null);

  /** Makes the saved organisation the new base of the form; edited fields stay. */
  const showConflict = (now: OrganisationNow) => {
    const typed = form.getValues('partner');
    if (base === null || typed === null) return;
    // Copied, because the form mutates its own object.
    const mine = structuredClone(typed);
    const theirs = organisationOf(now);
    const fields = differing(mine, theirs);
    for (const field of fields) {
      if (firstSide(field, base, mine) === 'theirs') putField(form, field, theirs);
    }
    form.setValue('partner.version', now.version);
    setConflict({ now, mine, fields });
    setBase(theirs);
  };

  /** Adds a service created on this page; without other changes in between, its version becomes the base of the form. */
  const addService = (code: string, version: number) => {
    const offered = form.getValues('partner.services');
    form.setValue('partner.services', [...offered, code], { shouldDirty: true });
    if (base === null || form.getValues('partner.version') + 1 !== version) return;
    form.setValue('partner.version', version);
    setBase({ ...base, services: [...base.services, code], version });
  };

  /** Applies the server's answer after a save. */
  const endConflict = (saved: OrganisationValues | null) => {
    setBase(saved);
    setConflict(null);
  };
  return { base, conflict, showConflict, addService, endConflict };
}

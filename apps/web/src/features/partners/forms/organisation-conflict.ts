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

/** The fields in which what was typed is not what is saved now. */
export function differing(
  mine: OrganisationValues,
  theirs: OrganisationValues,
): OrganisationField[] {
  return organisationFields.filter((field) => !isSameField(field, mine, theirs));
}

/** What a field takes before anybody chooses: what was typed stays; what was not touched follows what is saved. */
export function firstSide(
  field: OrganisationField,
  base: OrganisationValues,
  mine: OrganisationValues,
): Side {
  return isSameField(field, base, mine) ? 'theirs' : 'mine';
}

/** What stands between the organisation in the form and what is saved now. */
export interface OrganisationConflict {
  readonly now: OrganisationNow;
  /** As it was typed when it was refused. */
  readonly mine: OrganisationValues;
  readonly fields: readonly OrganisationField[];
}

type Form = UseFormReturn<ProfileValues, unknown, ProfileValues>;

/** Takes a side in one field of the form. */
export function putField(form: Form, field: OrganisationField, values: OrganisationValues): void {
  form.setValue(`partner.${field}`, values[field], { shouldDirty: true });
}

/**
 * The organisation that the form goes on from, and what a colleague saved meanwhile.
 * @param partner the organisation as the form began; null for a beneficiary
 */
export function useOrganisationConflict(form: Form, partner: OwnPartnerView | null) {
  const [base, setBase] = useState(() => (partner === null ? null : organisationOf(partner)));
  const [conflict, setConflict] = useState<OrganisationConflict | null>(null);

  /** What is saved now becomes what the form goes on from; what was typed stays. */
  const meet = (now: OrganisationNow) => {
    const typed = form.getValues('partner');
    if (base === null || typed === null) return;
    // The form's own object changes with it.
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

  /** A service that was added from this page: with nothing in between, the form goes on from there. */
  const addService = (code: string, version: number) => {
    const offered = form.getValues('partner.services');
    form.setValue('partner.services', [...offered, code], { shouldDirty: true });
    if (base === null || form.getValues('partner.version') + 1 !== version) return;
    form.setValue('partner.version', version);
    setBase({ ...base, services: [...base.services, code], version });
  };

  /** After a save: what the server answered. */
  const settle = (saved: OrganisationValues | null) => {
    setBase(saved);
    setConflict(null);
  };
  return { base, conflict, meet, addService, settle };
}

import { useFormContext, useWatch } from 'react-hook-form';

import { ConflictPanel, type Side } from '../../../ui/conflict-panel.tsx';
import type { Choice } from '../../../ui/form/index.ts';
import { type OrganisationConflict, putField } from '../forms/organisation-conflict.ts';
import {
  isSameField,
  type OrganisationField,
  organisationOf,
  type OrganisationText,
  organisationTexts,
  type OrganisationValues,
  type ProfileValues,
} from '../../../domain/accounts/profile-rules.ts';
import type { useOrganisationChoices } from './organisation-choices.ts';
import { useOrganisationLabel } from '../../../domain/partners/organisation-label.ts';

function labelsOf(choices: readonly Choice[], codes: readonly string[]): string {
  return codes
    .map((code) => choices.find(({ value }) => value === code)?.label ?? code)
    .join(' · ');
}

const isText = (field: OrganisationField): field is OrganisationText =>
  (organisationTexts as readonly OrganisationField[]).includes(field);

export function OrganisationConflictPanel({
  conflict: { now, mine, fields },
  choices,
}: {
  conflict: OrganisationConflict;
  choices: ReturnType<typeof useOrganisationChoices>;
}) {
  const label = useOrganisationLabel();
  const form = useFormContext<ProfileValues, unknown, ProfileValues>();
  const present = useWatch({ control: form.control, name: 'partner' });
  const theirs = organisationOf(now);
  const words = (field: OrganisationField, values: OrganisationValues): string => {
    if (isText(field)) return values[field];
    return field === 'category'
      ? labelsOf(choices.category, values.category === null ? [] : [values.category])
      : labelsOf(choices[field], values[field]);
  };
  const chosen = (field: OrganisationField): Side | null => {
    if (present === null) return null;
    if (isSameField(field, present, theirs)) return 'theirs';
    return isSameField(field, present, mine) ? 'mine' : null;
  };
  return (
    <ConflictPanel
      current={now}
      differences={fields.map((field) => ({
        name: field,
        label: label(field),
        theirs: words(field, theirs),
        mine: words(field, mine),
        chosen: chosen(field),
      }))}
      onChoose={(names, side) => {
        for (const field of fields) {
          if (names.includes(field)) putField(form, field, side === 'theirs' ? theirs : mine);
        }
      }}
    />
  );
}

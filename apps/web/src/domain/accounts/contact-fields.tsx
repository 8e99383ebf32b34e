import { useMemo } from 'react';

import { countriesOf } from '../../lib/format/dialling-prefixes.ts';
import { useOtherNames } from '../reference/reference-choices.ts';
import { BoundSelect, type Choice } from '../../ui/form/choice-fields.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { CityField, ProvinceField } from './place-fields.tsx';
import { usePersonField } from './use-person-field.ts';
import { BoundTextField } from '../../ui/form/text-fields.tsx';

interface ContactValues {
  nom: string;
  prenom: string;
  address: string;
  city: string;
  province: string | null;
  codeCountry: string | null;
  phone: string;
}

export function NameFields() {
  const field = usePersonField();
  return (
    <>
      <BoundTextField<ContactValues> {...field('nom')} autoComplete="family-name" maxLength={80} />
      <BoundTextField<ContactValues>
        {...field('prenom')}
        autoComplete="given-name"
        maxLength={80}
      />
    </>
  );
}

export function AddressFields({
  isInMorocco,
  province,
}: {
  isInMorocco: boolean;
  province: string | null;
}) {
  const field = usePersonField();
  return (
    <>
      <ProvinceField<ContactValues>
        // The key resets the field, because a province of the list is not valid text for another country and vice
        // versa.
        key={isInMorocco ? 'list' : 'text'}
        {...field('province')}
        isInMorocco={isInMorocco}
      />
      <CityField<ContactValues> {...field('city')} province={isInMorocco ? province : null} />
      <BoundTextField<ContactValues>
        {...field('address')}
        autoComplete="address-line1"
        maxLength={250}
      />
    </>
  );
}

export function PhoneFields({ prefixes, prefix }: { prefixes: readonly Choice[]; prefix: string }) {
  const field = usePersonField();
  const { fetch, of } = useOtherNames('PAYS');
  const otherNames = useMemo(
    () => ({ fetch, of: (value: string) => countriesOf(value).flatMap(of) }),
    [fetch, of],
  );
  return (
    <>
      <BoundSelect<ContactValues>
        {...field('codeCountry')}
        choices={prefixes}
        otherNames={otherNames}
        searchable
      />
      <PhoneField<ContactValues> {...field('phone')} prefix={prefix} />
    </>
  );
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { countriesOf } from '../../lib/dialling-prefixes.ts';
import { useOtherNames } from '../reference/reference-choices.ts';
import { BoundSelect, type Choice } from '../../ui/form/choice-fields.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { CityField, ProvinceField } from './place-fields.tsx';
import { BoundTextField } from '../../ui/form/text-fields.tsx';

/** The members these fields write, whatever else the form around them has. */
interface ContactValues {
  nom: string;
  prenom: string;
  address: string;
  city: string;
  province: string | null;
  codeCountry: string | null;
  phone: string;
}

/** Surname and given name. */
export function NameFields() {
  const { t } = useTranslation('words');
  return (
    <>
      <BoundTextField<ContactValues>
        name="nom"
        label={t('person.nom')}
        autoComplete="family-name"
        maxLength={80}
        required
      />
      <BoundTextField<ContactValues>
        name="prenom"
        label={t('person.prenom')}
        autoComplete="given-name"
        maxLength={80}
        required
      />
    </>
  );
}

/** Province, city and address. Morocco's provinces are a list and suggest their communes. */
export function AddressFields({
  isInMorocco,
  province,
}: {
  isInMorocco: boolean;
  /** What the form holds now. */
  province: string | null;
}) {
  const { t } = useTranslation('words');
  return (
    <>
      <ProvinceField<ContactValues>
        // Another kind of value: the field of the other country must not keep it.
        key={isInMorocco ? 'list' : 'text'}
        name="province"
        label={t('person.province')}
        isInMorocco={isInMorocco}
        required
      />
      <CityField<ContactValues>
        name="city"
        label={t('person.city')}
        province={isInMorocco ? province : null}
        required
      />
      <BoundTextField<ContactValues>
        name="address"
        label={t('person.address')}
        autoComplete="street-address"
        maxLength={250}
        required
      />
    </>
  );
}

/** The dialling prefix and the number, masked for it. */
export function PhoneFields({
  prefixes,
  prefix,
}: {
  prefixes: readonly Choice[];
  /** What the form holds now. */
  prefix: string;
}) {
  const { t } = useTranslation('words');
  const { fetch, of } = useOtherNames('PAYS');
  const otherNames = useMemo(
    () => ({ fetch, of: (value: string) => countriesOf(value).flatMap(of) }),
    [fetch, of],
  );
  return (
    <>
      <BoundSelect<ContactValues>
        name="codeCountry"
        label={t('person.codeCountry')}
        choices={prefixes}
        otherNames={otherNames}
        searchable
        required
      />
      <PhoneField<ContactValues> name="phone" label={t('person.phone')} prefix={prefix} required />
    </>
  );
}

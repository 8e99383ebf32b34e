import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { today } from '../../../lib/format/formats.ts';
import { BoundDate } from '../../../ui/form/bound-date.tsx';
import { BoundFileField } from '../../../ui/form/bound-file-field.tsx';
import { BoundSelect } from '../../../ui/form/index.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import type { WithIdentity } from '../forms/identity-rules.ts';

/** The same month some years ahead; five years is the middle of a paper's validity of ten years. */
const inYears = (years: number) =>
  `${String(Number(today().slice(0, 4)) + years)}${today().slice(4, 7)}-01`;

export function IdentityFields({ isOptional = false }: { isOptional?: boolean }) {
  const { t } = useTranslation('accounts');
  const { watch, setValue, clearErrors } = useFormContext<WithIdentity>();
  const kind = watch('identity.kind');
  useEffect(() => {
    if (kind !== null) return;
    clearErrors('identity');
    setValue('identity.file', null);
    setValue('identity.idExpirationDate', null);
  }, [kind, setValue, clearErrors]);
  return (
    <>
      <Columns min={260}>
        <BoundSelect<WithIdentity>
          name="identity.kind"
          label={t('identity.type')}
          choices={[
            { value: 'cin', label: t('identity.cin') },
            { value: 'passport', label: t('identity.passport') },
          ]}
          clearable={isOptional}
          required={!isOptional}
        />
        <BoundDate<WithIdentity>
          name="identity.idExpirationDate"
          label={t('identity.expiry')}
          min={today()}
          around={inYears(5)}
          disabled={kind === null}
          required={kind !== null}
        />
      </Columns>
      <BoundFileField<WithIdentity>
        name="identity.file"
        label={t('identity.file')}
        hint={t(
          kind === null
            ? 'identity.fileFirst'
            : kind === 'cin'
              ? 'identity.cardHint'
              : 'identity.fileHint',
        )}
        kind="image"
        isRow
        disabled={kind === null}
        required={kind !== null}
      />
    </>
  );
}

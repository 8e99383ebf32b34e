import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { BoundRadio, BoundSelect, BoundTextArea, BoundTextField } from '../../../ui/form/index.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import { LoadingOrError } from '../../../ui/states.tsx';
import styles from '../accounts.module.css';
import type { SignUpValues } from '../forms/sign-up-rules.ts';
import { ChosenOrganisation, PartnerPicker } from './partner-picker.tsx';

function NewOrganisation() {
  const { t } = useTranslation('accounts');
  const { choices: areas, error, reload } = useReferenceChoices('SECTEUR_ACTIVITE');
  if (areas === undefined && error !== undefined)
    return <LoadingOrError error={error} onRetry={reload} height={160} />;
  return (
    <>
      <Columns min={260}>
        <BoundTextField<SignUpValues>
          name="partner.title"
          label={t('organisation.title')}
          autoComplete="organization"
          maxLength={150}
          required
        />
        <BoundSelect<SignUpValues>
          name="partner.areas"
          label={t('organisation.area')}
          // The other fields need no list: on a slow line they are there at once.
          choices={areas ?? []}
          required
        />
      </Columns>
      <BoundTextArea<SignUpValues>
        name="partner.description"
        label={t('organisation.description')}
        hint={t('organisation.descriptionHint')}
        maxLength={2000}
        required
      />
    </>
  );
}

/** Preselected, read-only organisation of the deployment's own agents. */
function LockedOrganisation({ id }: { id: number }) {
  const { t } = useTranslation('accounts');
  const { setValue } = useFormContext<SignUpValues>();
  const { data, error, reload } = useEndpoint('getPartner', { params: { id } });
  const title = data?.title;
  useEffect(() => {
    setValue('organisation', 'existing');
    setValue('partner.id', id);
    if (title !== undefined) setValue('partnerTitle', title);
  }, [id, title, setValue]);
  if (title !== undefined)
    return (
      <ChosenOrganisation title={title} logo={data?.logo ?? null} note={t('organisation.locked')} />
    );
  return <LoadingOrError error={error} onRetry={reload} height={72} />;
}

export default function OrganisationSection({
  lockedId,
}: {
  /** Id of the preselected organisation; null when the agent chooses. */
  lockedId: number | null;
}) {
  const { t } = useTranslation('accounts');
  const { watch, clearErrors } = useFormContext<SignUpValues>();
  const organisation = watch('organisation');
  useEffect(() => {
    // The fields of the other choice are gone, so their errors go too.
    clearErrors('partner');
  }, [organisation, clearErrors]);
  return (
    <Stack component="section">
      <h3 className={styles['subheading']}>{t('organisation.heading')}</h3>
      {lockedId !== null ? (
        <LockedOrganisation id={lockedId} />
      ) : (
        <>
          <BoundRadio<SignUpValues>
            name="organisation"
            label={t('organisation.choice')}
            choices={[
              { value: 'existing', label: t('organisation.existing') },
              { value: 'new', label: t('organisation.new') },
            ]}
            required
          />
          {organisation === 'existing' ? <PartnerPicker /> : <NewOrganisation />}
        </>
      )}
    </Stack>
  );
}

import { Button, Stack } from '@mantine/core';
import { organisationBody, type OrganisationView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { ContactFields } from '../../domain/partners/contact-fields.tsx';
import { OrganisationTexts } from '../../domain/partners/organisation-texts.tsx';
import { hasFieldFaults } from '../../lib/http/http.ts';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { formCodec, type FormValues } from '../../ui/form/codec.ts';
import { Form } from '../../ui/form/index.ts';
import { formResolver } from '../../ui/form/rules.ts';
import { useFormWithSummary } from '../../ui/form/use-form-with-summary.ts';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { call } from '../api/client.ts';
import { refresh } from '../api/use-call.ts';

const texts = organisationBody.shape.partner;
const codec = formCodec(texts);
type Values = { partner: FormValues<z.input<typeof texts>> & { version: number } };

const valuesOf = (view: OrganisationView): Values => ({
  partner: { ...codec.valuesOf(view), version: view.version },
});
const resolver = formResolver<Values>(organisationBody);
const places = { codes: { ORGANISATION_TAKEN: 'partner.title' } };

/** Texts in four languages and contact, as responsables edit them. */
export function OrganisationForm({ organisation }: { organisation: OrganisationView }) {
  const { t } = useTranslation(['administration', 'common']);
  const form = useFormWithSummary<Values>({ defaultValues: valuesOf(organisation), resolver });
  const [failure, setFailure] = useState<unknown>(null);
  const isEditable = organisation.state !== 'refused';
  const submit = async (body: Values): Promise<void> => {
    setFailure(null);
    const params = { organisationId: organisation.id };
    try {
      await call('saveOrganisation', { params, body });
      const saved = await call('readOrganisation', { params });
      form.reset(valuesOf(saved));
      notify.success(t('organisations.saved'));
      await refresh('readOrganisation', 'searchOrganisations', 'listOrganisations');
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      setFailure(error);
    }
  };
  return (
    <Form form={form} label={t('organisations.form')} places={places} onSubmit={submit}>
      <Stack component="section" className={layout['card']}>
        <h2 className={layout['title']}>{t('organisations.form')}</h2>
        {isEditable ? null : <p>{t('organisations.refused')}</p>}
        <OrganisationTexts isEditable={isEditable} outdated={organisation.outdated} />
      </Stack>
      <ContactFields isEditable={isEditable} isOwn={false} />
      <FailureBanner failure={failure} />
      {isEditable ? (
        <div className={layout['onward']}>
          <Button type="submit" loading={form.formState.isSubmitting}>
            {t('common:actions.save')}
          </Button>
        </div>
      ) : null}
    </Form>
  );
}

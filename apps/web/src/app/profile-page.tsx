import { Button, Stack } from '@mantine/core';
import type { ReferenceItemView, UserView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';

import { useCurrentUser } from '../domain/accounts/current-user.ts';
import type { WebPlugin } from '../domain/plugins/web-plugin.ts';
import { useFormDraft } from '../lib/drafts/draft.ts';
import { currentOf } from '../lib/http/http.ts';
import { useEndpointAction } from '../lib/http/use-endpoint.ts';
import { DraftNotice, Form } from '../ui/form/index.ts';
import { Actions } from '../ui/layout/actions.tsx';
import { serverFaults } from '../ui/form/server-faults.ts';
import { useFormWithSummary } from '../ui/form/use-form-with-summary.ts';
import { notify } from '../ui/notify.ts';
import { LoadingOrError } from '../ui/states.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { OtherSystems } from '../features/integrations/components/other-systems.tsx';
import { AccountFacts } from '../features/accounts/components/account-facts.tsx';
import { AddServiceDialog } from '../features/partners/components/add-service-dialog.tsx';
import { Colleagues } from '../features/accounts/components/colleagues.tsx';
import { IdentitySection } from '../features/accounts/components/identity-section.tsx';
import { Absence } from '../features/processing/components/profile/absence.tsx';
import { MailPreferences } from '../features/accounts/components/mail-preferences.tsx';
import { useOrganisationChoices } from '../features/partners/components/organisation-choices.ts';
import { OrganisationConflictPanel } from '../features/partners/components/organisation-conflict-panel.tsx';
import { OrganisationFields } from '../features/partners/components/organisation-fields.tsx';
import { OrganisationLogo } from '../features/partners/components/organisation-logo.tsx';
import { OwnData } from '../features/accounts/components/own-data.tsx';
import { PasswordForm, SecondFactorLink } from '../features/accounts/components/password-form.tsx';
import { PersonFields } from '../features/accounts/components/person-fields.tsx';
import { RecordAccesses } from '../features/accounts/components/record-accesses.tsx';
import { SessionList } from '../features/accounts/components/session-list.tsx';
import { SurveySection } from '../features/accounts/components/survey-section.tsx';
import { useOrganisationConflict } from '../features/partners/forms/organisation-conflict.ts';
import {
  beneficiaryPayload,
  isSameOrganisation,
  personPayload,
  profileOf,
  profilePlaces,
  profileResolver,
  type ProfileValues,
} from '../domain/accounts/profile-rules.ts';
import * as plugins from '../plugins/index.ts';

const ofPlugins = Object.entries<WebPlugin>(plugins);

function OrganisationSections({ partnerId }: { partnerId: number }) {
  return ofPlugins.map(([name, { OrganisationSection: Section }]) =>
    Section === undefined ? null : <Section key={name} partnerId={partnerId} />,
  );
}

function BeneficiarySections() {
  return ofPlugins.map(([name, { BeneficiarySection: Section }]) =>
    Section === undefined ? null : <Section key={name} />,
  );
}

function ProfileForm({ user, onSaved }: { user: UserView; onSaved: () => Promise<unknown> }) {
  const { t } = useTranslation(['profile', 'common', 'layout']);
  const fail = useFailure();
  const navigate = useNavigate();
  const form = useFormWithSummary<ProfileValues, unknown, ProfileValues>({
    defaultValues: profileOf(user),
    resolver: profileResolver,
  });
  const draft = useFormDraft(form, 'profile');
  const saveBeneficiary = useEndpointAction('updateBeneficiaryUser');
  const saveAgent = useEndpointAction('updatePartnerUser');
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<readonly ReferenceItemView[]>([]);
  const { base, conflict, meet, addService, settle } = useOrganisationConflict(form, user.partner);
  const known = [user.partner ?? [], conflict?.now ?? []].flat();
  const choices = useOrganisationChoices(known, added);
  const isRunning = saveBeneficiary.isRunning || saveAgent.isRunning;

  const submit = async (values: ProfileValues): Promise<void> => {
    const body = personPayload(values);
    const { partner } = values;
    try {
      const { data } = await (partner === null
        ? saveBeneficiary.run({ body: beneficiaryPayload(values) })
        : // Saving only personal details does not touch the organisation, which other agents edit too.
          saveAgent.run({
            body: base !== null && isSameOrganisation(partner, base) ? body : { ...body, partner },
          }));
      draft.discard();
      const saved = profileOf(data);
      form.reset(saved);
      settle(saved.partner);
      notify.success(t('saved'));
      await onSaved();
    } catch (error) {
      const current = currentOf(error, 'PROFILE_CHANGED');
      if (current !== undefined) {
        meet(current);
        return;
      }
      fail(error);
      if (serverFaults(error, values, profilePlaces).length > 0) throw error;
    }
  };

  return (
    <Stack maw={960}>
      <DraftNotice draft={draft} part="question" />
      <Form form={form} label={t('form')} places={profilePlaces} onSubmit={submit}>
        <fieldset disabled={isRunning}>
          <Stack>
            <PersonFields user={user} />
            {user.partner === null ? null : (
              <OrganisationFields
                isEditable={user.isResponsible}
                outdated={(conflict?.now ?? user.partner).outdated}
                choices={choices}
                onAddService={() => setAdding(true)}
              />
            )}
          </Stack>
        </fieldset>
        {conflict === null ? null : (
          <OrganisationConflictPanel
            key={conflict.now.version}
            conflict={conflict}
            choices={choices}
          />
        )}
        <DraftNotice draft={draft} part="saved" />
        <Actions justify="space-between">
          <Button
            variant="default"
            disabled={isRunning}
            onClick={() => {
              void navigate('/requests');
            }}
          >
            {t('back')}
          </Button>
          <Button type="submit" loading={isRunning}>
            {t('common:actions.save')}
          </Button>
        </Actions>
      </Form>
      {user.role === 'BENEFICIAIRE' ? (
        <>
          <SurveySection user={user} />
          <IdentitySection user={user} onSaved={onSaved} />
        </>
      ) : null}
      {user.partner === null ? null : (
        <>
          {user.isResponsible ? <OrganisationLogo partner={user.partner} /> : null}
          <Colleagues partnerId={user.partner.id} />
          {user.isResponsible ? <OtherSystems partnerId={user.partner.id} /> : null}
          {user.isResponsible ? <OrganisationSections partnerId={user.partner.id} /> : null}
          <p>
            <Link to="/requests/answers">{t('layout:titles.answers')}</Link>
          </p>
          <Absence partnerId={user.partner.id} />
        </>
      )}
      <AccountFacts user={user} />
      <MailPreferences />
      {user.role === 'BENEFICIAIRE' ? <BeneficiarySections /> : null}
      <PasswordForm />
      <SecondFactorLink />
      <SessionList />
      {user.role === 'BENEFICIAIRE' ? <RecordAccesses /> : null}
      <OwnData isAgent={user.role === 'PARTENAIRE'} />
      {/* Outside the form above, because it is a form itself. */}
      <AddServiceDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        onAdded={(service) => {
          setAdded((now) => [...now, service]);
          addService(service.code, service.partnerVersion);
        }}
      />
    </Stack>
  );
}

export default function ProfilePage() {
  const { data, error, reload } = useCurrentUser();
  if (data === undefined) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  return <ProfileForm key={data.id} user={data} onSaved={reload} />;
}

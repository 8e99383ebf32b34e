import { Button, Stack } from '@mantine/core';
import type { ReferenceItemView, UserView } from '@wasl/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import {
  beneficiaryPayload,
  isSameOrganisation,
  personPayload,
  profileOf,
  profilePlaces,
  profileResolver,
  type ProfileValues,
} from '../../domain/accounts/profile-rules.ts';
import { AddServiceDialog } from '../../features/partners/components/add-service-dialog.tsx';
import { useOrganisationChoices } from '../../features/partners/components/organisation-choices.ts';
import { OrganisationConflictPanel } from '../../features/partners/components/organisation-conflict-panel.tsx';
import { useOrganisationConflict } from '../../features/partners/forms/organisation-conflict.ts';
import { useFormDraft } from '../../lib/drafts/draft.ts';
import { currentOf } from '../../lib/http/http.ts';
import { useEndpointAction } from '../../lib/http/use-endpoint.ts';
import { DraftNotice, Form } from '../../ui/form/index.ts';
import { serverFaults } from '../../ui/form/server-faults.ts';
import { useFormWithSummary } from '../../ui/form/use-form-with-summary.ts';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { useFailure } from '../../ui/use-failure.ts';

/** What the fields of an organisation need. */
interface OrganisationParts {
  readonly choices: ReturnType<typeof useOrganisationChoices>;
  readonly outdated: NonNullable<UserView['partner']>['outdated'];
  readonly addService: () => void;
}

/** The form of a person and their organisation. Each page shows some of its fields; the other values stay. */
export function ProfileForm({
  user,
  onSaved,
  name,
  label,
  back,
  isPersonal = false,
  children,
}: {
  user: UserView;
  onSaved: () => Promise<unknown>;
  /** Name of the draft. */
  name: string;
  label: string;
  /** Address behind "Back". */
  back: string;
  /** The page shows the fields of the person. */
  isPersonal?: boolean;
  /** @param parts null for a beneficiary */
  children: (parts: OrganisationParts | null) => ReactNode;
}) {
  const { t } = useTranslation(['profile', 'common']);
  const fail = useFailure();
  const navigate = useNavigate();
  const form = useFormWithSummary<ProfileValues, unknown, ProfileValues>({
    defaultValues: profileOf(user),
    resolver: profileResolver,
  });
  const draft = useFormDraft(form, name);
  const saveBeneficiary = useEndpointAction('updateBeneficiaryUser');
  const saveAgent = useEndpointAction('updatePartnerUser');
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<readonly ReferenceItemView[]>([]);
  const { base, conflict, showConflict, addService, endConflict } = useOrganisationConflict(
    form,
    user.partner,
  );
  const known = [user.partner ?? [], conflict?.now ?? []].flat();
  const choices = useOrganisationChoices(known, added);
  const isRunning = saveBeneficiary.isRunning || saveAgent.isRunning;
  const canSave = isPersonal || user.isResponsible;

  const submit = async (values: ProfileValues): Promise<void> => {
    // The person may have changed their details on another page since.
    const body = personPayload(isPersonal ? values : profileOf(user));
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
      endConflict(saved.partner);
      notify.success(t('saved'));
      await onSaved();
    } catch (error) {
      const current = currentOf(error, 'PROFILE_CHANGED');
      if (current !== undefined) {
        showConflict(current);
        return;
      }
      fail(error);
      if (serverFaults(error, values, profilePlaces).length > 0) throw error;
    }
  };

  return (
    <Stack>
      <DraftNotice draft={draft} part="question" />
      <Form form={form} label={label} places={profilePlaces} onSubmit={submit}>
        <fieldset disabled={isRunning}>
          <Stack>
            {children(
              user.partner === null
                ? null
                : {
                    choices,
                    outdated: (conflict?.now ?? user.partner).outdated,
                    addService: () => setAdding(true),
                  },
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
        {canSave ? (
          <div className={layout['onward']}>
            <Button
              variant="default"
              disabled={isRunning}
              onClick={() => {
                void navigate(back);
              }}
            >
              {t('back')}
            </Button>
            <Button type="submit" loading={isRunning}>
              {t('common:actions.save')}
            </Button>
          </div>
        ) : null}
      </Form>
      {/* Outside the form above, because it is a form itself. */}
      <AddServiceDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        onAdded={(service) => {
          setAdded((now) => [...now, service]);
          addService(service.code, service.partnerVersion);
          void onSaved();
        }}
      />
    </Stack>
  );
}

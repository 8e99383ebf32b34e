import { useTranslation } from 'react-i18next';

import type { WebPlugin } from '../../domain/plugins/web-plugin.ts';
import { Colleagues } from '../../features/accounts/components/colleagues.tsx';
import { Desk } from '../../features/processing/components/desk/desk.tsx';
import { OtherSystems } from '../../features/integrations/components/other-systems.tsx';
import { ContactFields } from '../../domain/partners/contact-fields.tsx';
import { OrganisationLogo } from '../../features/partners/components/organisation-logo.tsx';
import { ServiceFields } from '../../features/partners/components/service-fields.tsx';
import * as plugins from '../../plugins/index.ts';
import { ProfileForm } from '../account/profile-form.tsx';
import { DocumentTypes } from './document-types.tsx';
import { OfOrganisation } from './of-organisation.tsx';
import { Overview } from './overview.tsx';

const ofPlugins = Object.entries<WebPlugin>(plugins);

export function OrganisationPage() {
  return <OfOrganisation>{(own) => <Overview {...own} />}</OfOrganisation>;
}

export function ServicesPage() {
  const { t } = useTranslation('layout');
  return (
    <OfOrganisation>
      {({ user, reload }) => (
        <ProfileForm
          user={user}
          onSaved={reload}
          name="organisation-services"
          label={t('titles.services')}
          back="/organisation"
        >
          {(parts) =>
            parts === null ? null : (
              <ServiceFields
                isEditable={user.isResponsible}
                choices={parts.choices}
                onAddService={parts.addService}
              />
            )
          }
        </ProfileForm>
      )}
    </OfOrganisation>
  );
}

export function DocumentsPage() {
  return (
    <OfOrganisation>{({ partner }) => <DocumentTypes partnerId={partner.id} />}</OfOrganisation>
  );
}

export function ContactPage() {
  const { t } = useTranslation('layout');
  return (
    <OfOrganisation>
      {({ user, reload }) => (
        <ProfileForm
          user={user}
          onSaved={reload}
          name="organisation-contact"
          label={t('titles.ownContact')}
          back="/organisation"
        >
          {() => <ContactFields isEditable={user.isResponsible} />}
        </ProfileForm>
      )}
    </OfOrganisation>
  );
}

export function LogoPage() {
  return (
    <OfOrganisation isForResponsible>
      {({ partner }) => <OrganisationLogo partner={partner} />}
    </OfOrganisation>
  );
}

export function ColleaguesPage() {
  return (
    <OfOrganisation>
      {({ user, partner }) =>
        user.isResponsible ? (
          <Desk services={partner.services}>
            {(workOf) => <Colleagues partnerId={partner.id} workOf={workOf} />}
          </Desk>
        ) : (
          <Colleagues partnerId={partner.id} />
        )
      }
    </OfOrganisation>
  );
}

export function IntegrationsPage() {
  return (
    <OfOrganisation isForResponsible>
      {({ partner }) => (
        <>
          <OtherSystems partnerId={partner.id} />
          {ofPlugins.map(([name, { OrganisationSection: Section }]) =>
            Section === undefined ? null : <Section key={name} partnerId={partner.id} />,
          )}
        </>
      )}
    </OfOrganisation>
  );
}

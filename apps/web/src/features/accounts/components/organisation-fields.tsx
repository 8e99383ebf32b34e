import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { PartnerView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';
import {
  BoundMultiSelect,
  BoundSelect,
  BoundTextArea,
  BoundTextField,
  type Choice,
} from '../../../ui/form/index.ts';
import type { ProfileValues } from '../forms/profile-rules.ts';
import styles from '../profile.module.css';

type Item = PartnerView['areas'][number];

/** A list's items, with those in use that it no longer offers or has not brought yet. */
function withOwn(choices: readonly Choice[] | undefined, own: readonly Item[]): Choice[] {
  const offered = (choices ?? []).map(({ value, label }) => ({ value, label }));
  const missing = own.filter(({ code }) => !offered.some(({ value }) => value === code));
  return [...offered, ...missing.map(({ code, libelle }) => ({ value: code, label: libelle }))];
}

/** What the organisation is and offers: every agent of it edits the same. */
export function OrganisationFields({
  partner,
  added,
  onAddService,
}: {
  partner: PartnerView;
  /** Services added since the page was opened. */
  added: readonly Item[];
  onAddService: () => void;
}) {
  const { t } = useTranslation('profile');
  const areas = useReferenceChoices('SECTEUR_ACTIVITE');
  const supportTypes = useReferenceChoices('TYPE_SUPPORT');
  const categories = useReferenceChoices('CATEGORIE_ORGANISME');
  const services = useReferenceChoices('SERVICE');
  return (
    <section className={styles['card']}>
      <h2 className={styles['heading']}>{t('organisation.heading')}</h2>
      <p className={styles['lead']}>{t('organisation.lead')}</p>
      <BoundTextField<ProfileValues>
        name="partner.title"
        label={t('organisation.title')}
        autoComplete="organization"
        maxLength={150}
        required
      />
      <BoundTextArea<ProfileValues>
        name="partner.description"
        label={t('organisation.description')}
        rows={5}
        maxLength={2000}
        required
      />
      <BoundSelect<ProfileValues>
        name="partner.category"
        label={t('organisation.category')}
        choices={withOwn(categories.choices, partner.category === null ? [] : [partner.category])}
        clearable
      />
      <BoundMultiSelect<ProfileValues>
        name="partner.supportTypes"
        label={t('organisation.supportTypes')}
        choices={withOwn(supportTypes.choices, partner.supportTypes)}
      />
      <BoundMultiSelect<ProfileValues>
        name="partner.areas"
        label={t('organisation.areas')}
        choices={withOwn(areas.choices, partner.areas)}
        required
      />
      <div className={styles['services']}>
        <BoundMultiSelect<ProfileValues>
          name="partner.services"
          label={t('organisation.services')}
          hint={t('organisation.servicesHint')}
          choices={withOwn(services.choices, [...partner.services, ...added])}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={onAddService}
        >
          {t('service.add')}
        </Button>
      </div>
    </section>
  );
}

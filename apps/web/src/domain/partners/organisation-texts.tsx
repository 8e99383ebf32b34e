import { Checkbox, Stack, Tabs } from '@mantine/core';
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react';
import { textsOf, type TranslatedLang } from '@wasl/contracts';
import { useController, useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Tabs.css';

import type { ProfileValues } from '../accounts/profile-rules.ts';
import { languageNames, languages } from '../../lib/format/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { BoundTextArea, BoundTextField } from '../../ui/form/index.ts';
import { useOrganisationLabel } from './organisation-label.ts';

/** Confirms that the texts of a language are right although the French ones changed. */
function ConfirmTexts({ lang }: { lang: TranslatedLang }) {
  const { t } = useTranslation('profile');
  const { control } = useFormContext<ProfileValues>();
  const { field } = useController({ control, name: 'partner.confirmed' });
  const others = field.value.filter((one) => one !== lang);
  return (
    <Checkbox
      label={t('organisation.confirm')}
      checked={field.value.includes(lang)}
      onChange={({ currentTarget }) =>
        field.onChange(currentTarget.checked ? [...others, lang] : others)
      }
      onBlur={field.onBlur}
    />
  );
}

export function OrganisationTexts({
  isEditable,
  outdated,
}: {
  isEditable: boolean;
  /** Languages whose texts may be outdated. */
  outdated: readonly TranslatedLang[];
}) {
  const { t } = useTranslation('profile');
  const { control } = useFormContext<ProfileValues>();
  const { errors } = useFormState({ control });
  const label = useOrganisationLabel();
  const isOutdated = (lang: string) => outdated.some((one) => one === lang);
  const markOf = (lang: keyof typeof textsOf) => {
    if (textsOf[lang].some((text) => errors.partner?.[text] !== undefined))
      return <IconAlertTriangle size={16} role="img" aria-label={t('organisation.faulty')} />;
    return isOutdated(lang) ? (
      <IconClockExclamation size={16} role="img" aria-label={t('organisation.outdatedMark')} />
    ) : null;
  };
  return (
    <Tabs defaultValue="fr" keepMountedMode="display-none">
      <Tabs.List aria-label={t('organisation.languages')}>
        {languages.map((lang) => (
          <Tabs.Tab key={lang} value={lang} rightSection={markOf(lang)}>
            <span lang={lang}>{languageNames[lang]}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map((lang) => {
        const [title, description] = textsOf[lang];
        const isFrench = lang === 'fr';
        return (
          <Tabs.Panel key={lang} value={lang} pt="md">
            <fieldset disabled={!isEditable}>
              <Stack>
                {isOutdated(lang) ? (
                  <Banner tone="warning">{t('organisation.outdated')}</Banner>
                ) : null}
                {!isFrench && isEditable && isOutdated(lang) ? <ConfirmTexts lang={lang} /> : null}
                <BoundTextField<ProfileValues>
                  name={`partner.${title}`}
                  label={label(title)}
                  lang={isFrench ? undefined : lang}
                  autoComplete={isFrench ? 'organization' : 'off'}
                  maxLength={150}
                  required={isFrench}
                />
                <BoundTextArea<ProfileValues>
                  name={`partner.${description}`}
                  label={label(description)}
                  lang={isFrench ? undefined : lang}
                  rows={5}
                  maxLength={2000}
                  required={isFrench}
                />
              </Stack>
            </fieldset>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}

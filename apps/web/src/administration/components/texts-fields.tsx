import { Stack, Tabs } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Tabs.css';

import { useLanguage } from '../../i18n/use-language.ts';
import { languageNames, languages } from '../../lib/format/language.ts';
import { BoundTextArea, BoundTextField } from '../../ui/form/index.ts';
import type { Texts } from '../rules/reference-values.ts';

/** A text of a form in the reader's language, or in French, or how a new one is called. */
export function TextName({ name, fallback }: { name: string; fallback: string }) {
  const lang = useLanguage();
  const texts = useWatch({ name }) as Partial<Texts> | undefined;
  const shown = (texts?.[lang] ?? '') === '' ? 'fr' : lang;
  const text = texts?.[shown] ?? '';
  return text === '' ? fallback : <bdi lang={shown}>{text}</bdi>;
}

/** A text of a form in four languages. */
export interface TextsField {
  /** Name of the field without its language. */
  readonly name: string;
  readonly label: string;
  readonly max: number;
  /** More than one for a text of several lines. */
  readonly rows?: number;
  readonly isOptional?: boolean;
  readonly hint?: string;
  /** Next to the field, in each language. */
  readonly action?: ReactNode;
}

/** Texts in four languages, one tab for each. Empty texts show the French one. */
export function TextsFields({ fields }: { fields: readonly TextsField[] }) {
  const { t } = useTranslation(['administration', 'profile', 'common']);
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  const faulty = languages.filter((lang) =>
    fields.some(({ name }) => get(errors, `${name}.${lang}`) !== undefined),
  );
  const [shown, setShown] = useState<string | null>('fr');
  const [marked, setMarked] = useState('');
  // A refused save opens the language of its first fault.
  if (marked !== faulty.join()) {
    setMarked(faulty.join());
    const [first] = faulty;
    if (first !== undefined && !faulty.some((lang) => lang === shown)) setShown(first);
  }
  return (
    <Tabs value={shown} onChange={setShown} keepMountedMode="display-none">
      <Tabs.List aria-label={t('profile:organisation.languages')}>
        {languages.map((lang) => (
          <Tabs.Tab
            key={lang}
            value={lang}
            px="xs"
            rightSection={
              faulty.includes(lang) ? (
                <IconAlertTriangle
                  size={16}
                  role="img"
                  aria-label={t('profile:organisation.faulty')}
                />
              ) : null
            }
          >
            <span lang={lang}>{languageNames[lang]}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map((lang) => (
        <Tabs.Panel key={lang} value={lang} pt="md">
          <Stack>
            {fields.map(({ name, label, max, rows = 1, isOptional = false, hint, action }) => {
              const shared = {
                name: `${name}.${lang}`,
                label: lang === 'fr' ? label : `${label} (${languageNames[lang]})`,
                required: lang === 'fr' && !isOptional,
                ...(lang === 'fr'
                  ? hint === undefined
                    ? {}
                    : { hint }
                  : { hint: t('reference.french') }),
                maxLength: max,
                lang,
              };
              return (
                <div key={name}>
                  {rows > 1 ? (
                    <BoundTextArea {...shared} rows={rows} />
                  ) : (
                    <BoundTextField {...shared} autoComplete="off" />
                  )}
                  {action}
                </div>
              );
            })}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

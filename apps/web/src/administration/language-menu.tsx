import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../i18n/use-language.ts';
import { languageNames, languages } from '../lib/format/language.ts';
import { Menu } from '../ui/menu.tsx';
import styles from './administration.module.css';
import { changeLanguage } from './translations.ts';

export function LanguageMenu() {
  const { t } = useTranslation(['layout', 'common']);
  const lang = useLanguage();
  return (
    <Menu
      label={t('common:labelled', { label: t('menu.language'), value: languageNames[lang] })}
      entries={languages.map((choice) => ({
        key: choice,
        lang: choice,
        label: languageNames[choice],
        isChosen: choice === lang,
        icon: choice === lang ? <IconCheck size={18} aria-hidden /> : null,
        onChoose: () => changeLanguage(choice),
      }))}
    >
      <IconLanguage size={22} aria-hidden />
      <span className={styles['buttonName']}>{languageNames[lang]}</span>
    </Menu>
  );
}

import { Button, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { changeLanguage } from '../../i18n/index.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { languageNames, languages } from '../../lib/language.ts';
import styles from './layout.module.css';

/** The four languages, each in its own words. */
export function LanguageMenu() {
  const { t } = useTranslation('layout');
  const lang = useLanguage();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="sm"
          aria-label={`${t('menu.language')} : ${languageNames[lang]}`}
          leftSection={<IconLanguage size={20} aria-hidden />}
        >
          <span className={styles['userName']}>{languageNames[lang]}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((choice) => (
          <Menu.Item
            key={choice}
            lang={choice}
            aria-current={choice === lang ? 'true' : undefined}
            rightSection={choice === lang ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => void changeLanguage(choice)}
          >
            {languageNames[choice]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

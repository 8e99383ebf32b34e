import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';

/** Result of an action, announced at once, with a link to the sign-in. */
export function Outcome({
  tone,
  text,
  next,
  again,
}: {
  tone: 'success' | 'error';
  text: string;
  next?: string;
  again?: { readonly to: string; readonly label: string };
}) {
  const { t } = useTranslation('accounts');
  return (
    <Stack maw={480}>
      <Banner tone={tone} title={text} live>
        {next}
      </Banner>
      <p className={layout['lead']}>{t('outcome.redirect')}</p>
      <Group component="p" gap="4px 24px">
        {again === undefined ? null : <Link to={again.to}>{again.label}</Link>}
        <Link to="/login">{t('outcome.signIn')}</Link>
      </Group>
    </Stack>
  );
}

import { useTranslation } from 'react-i18next';

import { SkipLink } from '../../ui/skip-link.tsx';

/** First stop of the keyboard: past the menus, to the content. */
export function SkipToContent() {
  const { t } = useTranslation('layout');
  return <SkipLink target="content" label={t('skip')} />;
}

import { useTranslation } from 'react-i18next';

import { SkipLink } from '../../ui/skip-link.tsx';

/** First focusable element: skips the menus. */
export function SkipToContent() {
  const { t } = useTranslation('layout');
  return <SkipLink target="content" label={t('skip')} />;
}

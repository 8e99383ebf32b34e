import type { Lang } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { isLang } from '../lib/format/language.ts';

export function useLanguage(): Lang {
  const { i18n } = useTranslation();
  return isLang(i18n.language) ? i18n.language : 'fr';
}

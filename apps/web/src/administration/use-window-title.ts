import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the title of the window. */
export function useWindowTitle(title: string | undefined): void {
  const { t } = useTranslation('administration');
  const name = t('name');
  useEffect(() => {
    document.title = title === undefined ? name : `${title} · ${name}`;
  }, [name, title]);
}

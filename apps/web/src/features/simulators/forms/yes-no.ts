import { useTranslation } from 'react-i18next';

/** Oui and Non as choices; the values are the wire's words. */
export function useYesNo() {
  const { t } = useTranslation('simulators');
  return [
    { value: 'Oui', label: t('yesNo.Oui') },
    { value: 'Non', label: t('yesNo.Non') },
  ];
}

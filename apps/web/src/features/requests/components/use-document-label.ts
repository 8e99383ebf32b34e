import { type JourneyDefView, requestDocumentCodes } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

/** Label of a requested document: the wizard's for a specified one, else that of its type. */
export function useDocumentLabel(journey: JourneyDefView | null): (code: string) => string {
  const { t } = useTranslation('wizard');
  return (code) => {
    const specified = requestDocumentCodes.find((one) => one === code);
    if (specified !== undefined) return t(`documents.${specified}`);
    const own = journey?.journeyDefSettingDtos.find(({ name }) => name.code === code);
    return own?.name.libelle ?? code;
  };
}

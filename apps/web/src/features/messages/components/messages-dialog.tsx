import { useTranslation } from 'react-i18next';

import { Dialog } from '../../../ui/dialog.tsx';
import type { MessagesProps } from '../../../ui/slots.ts';
import Conversation from './conversation.tsx';

export default function MessagesDialog({ opened, onClose, step }: MessagesProps) {
  const { t } = useTranslation('messages');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('dialog', { number: step?.numRequest ?? '' })}
    >
      {step === null ? null : <Conversation stepId={step.id} viewer="PARTENAIRE" />}
    </Dialog>
  );
}

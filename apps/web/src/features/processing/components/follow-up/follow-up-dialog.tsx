import { useTranslation } from 'react-i18next';

import { Dialog } from '../../../../ui/dialog.tsx';
import type { FollowUpProps } from '../../../../ui/slots.ts';
import FollowUpParts from './follow-up-parts.tsx';

export default function FollowUpDialog({ opened, onClose, request, viewer }: FollowUpProps) {
  const { t } = useTranslation('follow-up');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('title', { number: request?.numRequest ?? '' })}
    >
      {request === null ? null : <FollowUpParts requestId={request.id} viewer={viewer} />}
    </Dialog>
  );
}

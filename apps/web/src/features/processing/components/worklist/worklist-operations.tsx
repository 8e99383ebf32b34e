import { Button } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import {
  IconDots,
  IconFiles,
  IconMessages,
  IconProgressCheck,
  IconRouteAltLeft,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useUnread } from '../../../../domain/notices/use-unread.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { Menu } from '../../../../ui/menu.tsx';
import { notify } from '../../../../ui/notify.ts';
import { UnreadBadge } from '../../../../ui/unread-badge.tsx';
import { useRareActions } from '../step/step-more.tsx';
import { useOwnerEntries } from '../step/step-owner.tsx';
import type { StepAction } from '../step/step-more-dialog.tsx';
import { useUpdateRefusal } from '../step/update-refusal.ts';

const icons = {
  beneficiary: <IconUserCircle size={18} aria-hidden />,
  update: <IconProgressCheck size={18} aria-hidden />,
  follow: <IconRouteAltLeft size={18} aria-hidden />,
  documents: <IconFiles size={18} aria-hidden />,
  messages: <IconMessages size={18} aria-hidden />,
};
export type Operation = keyof typeof icons | StepAction | 'close';

/** The next move in a row as a button (answer, read a document, update, follow), and all operations in a menu. */
export function WorklistOperations({
  row,
  onChoose,
  onChanged,
}: {
  row: WorklistRow;
  onChoose: (operation: Operation) => void;
  /** Called after a change of the owner. */
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('worklist');
  const refusal = useUpdateRefusal()(row);
  const unread = useUnread().ofStep(row.processingStepId);
  const owner = useOwnerEntries(row, { onChanged, onChoose });
  const rare = useRareActions(row, onChoose);
  const { canFollow } = row.abilities;
  const labels = {
    beneficiary: t('actions.beneficiary'),
    update: t('actions.update'),
    follow: t('actions.follow'),
    documents: t('actions.documents'),
    messages: unread === 0 ? t('actions.messages') : t('actions.messagesUnread', { count: unread }),
  };
  const ofOpen = row.awaitsAnswer ? 'messages' : row.hasNewDocuments ? 'documents' : 'update';
  const next = refusal === null ? ofOpen : canFollow ? 'follow' : 'beneficiary';
  const of = (action: string) => t('actions.of', { action, number: row.numRequest });
  return (
    <div className={layout['operations']}>
      <Button
        variant="light"
        size="sm"
        px={10}
        aria-label={of(t(`next.${next}`))}
        title={labels[next]}
        onClick={() => onChoose(next)}
      >
        {t(`next.${next}`)}
      </Button>
      <Menu
        label={of(unread === 0 ? t('actions.more') : t('actions.moreUnread', { count: unread }))}
        button={{ variant: 'default', size: 'sm', px: 6 }}
        entries={[
          ...(['beneficiary', 'update', 'follow', 'documents', 'messages'] as const).map((key) => ({
            key,
            label: labels[key],
            icon: icons[key],
            isDisabled: key === 'follow' && !canFollow,
            onChoose: () => {
              if (key === 'update' && refusal !== null) notify.error(refusal);
              else onChoose(key);
            },
          })),
          ...owner,
          ...rare,
        ]}
      >
        <IconDots size={18} aria-hidden />
        <UnreadBadge count={unread} />
        <span className={layout['word']}>{t('actions.more')}</span>
      </Menu>
    </div>
  );
}

import { Button } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import {
  IconFiles,
  IconMessages,
  IconProgressCheck,
  IconRouteAltLeft,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useUnread } from '../../../../domain/notices/use-unread.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { notify } from '../../../../ui/notify.ts';
import { UnreadBadge } from '../../../../ui/unread-badge.tsx';
import { StepMore } from '../step/step-more.tsx';
import type { StepAction } from '../step/step-more-dialog.tsx';
import { useUpdateRefusal } from '../step/update-refusal.ts';

export type Operation = 'beneficiary' | 'update' | 'follow' | 'documents' | 'messages' | StepAction;

/** Actions that the server allows for a row in `abilities`. */
export function WorklistOperations({
  row,
  onChoose,
}: {
  row: WorklistRow;
  onChoose: (operation: Operation) => void;
}) {
  const { t } = useTranslation('worklist');
  const refusal = useUpdateRefusal()(row);
  const unread = useUnread().ofStep(row.processingStepId);
  const messages =
    unread === 0 ? t('actions.messages') : t('actions.messagesUnread', { count: unread });
  const named = (action: string, title = action) => ({
    'aria-label': t('actions.of', { action, number: row.numRequest }),
    title,
  });
  const word = (text: string) => <span className={layout['word']}>{text}</span>;
  const quiet = { variant: 'default', size: 'sm', px: 6 } as const;
  return (
    <div className={layout['operations']}>
      <Button
        {...quiet}
        {...named(t('actions.beneficiary'))}
        onClick={() => onChoose('beneficiary')}
      >
        <IconUser size={18} aria-hidden />
        {word(t('actions.beneficiary'))}
      </Button>
      {/* `aria-disabled` instead of `disabled`: the button stays focusable, and a press explains the reason. */}
      <Button
        {...quiet}
        variant="light"
        {...named(t('actions.update'), refusal ?? t('actions.update'))}
        {...(refusal === null ? {} : { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => {
          if (refusal === null) onChoose('update');
          else notify.error(refusal);
        }}
      >
        <IconProgressCheck size={18} aria-hidden />
        {word(t('actions.update'))}
      </Button>
      <Button
        {...quiet}
        {...named(t('actions.follow'))}
        disabled={!row.abilities.canFollow}
        onClick={() => onChoose('follow')}
      >
        <IconRouteAltLeft size={18} aria-hidden />
        {word(t('actions.follow'))}
      </Button>
      <Button {...quiet} {...named(t('actions.documents'))} onClick={() => onChoose('documents')}>
        <IconFiles size={18} aria-hidden />
        {word(t('actions.documents'))}
      </Button>
      <Button {...quiet} {...named(messages)} px={0} onClick={() => onChoose('messages')}>
        <span className={layout['cornered']}>
          <IconMessages size={18} aria-hidden />
          <UnreadBadge count={unread} />
        </span>
        {word(t('actions.messages'))}
      </Button>
      <StepMore row={row} onChoose={onChoose} />
    </div>
  );
}

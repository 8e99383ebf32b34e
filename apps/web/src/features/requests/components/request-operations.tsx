import { Button } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import {
  IconArrowBack,
  IconCheck,
  IconDots,
  IconEye,
  IconPencil,
  IconReceipt,
  IconRouteAltLeft,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import layout from '../../../ui/layout/layout.module.css';
import { Menu } from '../../../ui/menu.tsx';

/** Actions that the server allows for a row in `abilities`. */
export function RequestOperations({
  row,
  onDelete,
  onSubmit,
  onFollow,
  onAnswer,
  onWithdraw,
}: {
  row: RequestView;
  onDelete: () => void;
  onSubmit: () => void;
  onFollow: () => void;
  /** For a request that an organisation filed. */
  onAnswer: (answer: 'accept' | 'refuse') => void;
  onWithdraw: () => void;
}) {
  const { t } = useTranslation('requests');
  const { canEdit, canDelete, canSubmit, canFollow, canReceipt, canAgree, canWithdrawRequest } =
    row.abilities;
  const named = (action: string) => ({
    'aria-label': t('actions.of', { action, number: row.numRequest }),
    title: action,
  });
  const word = (text: string) => <span className={layout['word']}>{text}</span>;
  const quiet = { variant: 'default', size: 'sm', px: 8 } as const;
  return (
    <div className={layout['operations']}>
      <Button
        {...quiet}
        {...named(t('actions.consult'))}
        component={Link}
        to={`/requests/${String(row.id)}`}
      >
        <IconEye size={18} aria-hidden />
        {word(t('actions.consult'))}
      </Button>
      {canEdit ? (
        <Button
          {...quiet}
          {...named(t('actions.edit'))}
          component={Link}
          to={`/editRequest/${String(row.id)}`}
        >
          <IconPencil size={18} aria-hidden />
          {word(t('actions.edit'))}
        </Button>
      ) : null}
      {canDelete ? (
        <Button {...quiet} {...named(t('actions.delete'))} onClick={onDelete}>
          <IconTrash size={18} aria-hidden />
          {word(t('actions.delete'))}
        </Button>
      ) : null}
      {canReceipt ? (
        <Button
          {...quiet}
          {...named(t('actions.receipt'))}
          component={Link}
          to={`/requests/${String(row.id)}/receipt`}
        >
          <IconReceipt size={18} aria-hidden />
          {word(t('actions.receipt'))}
        </Button>
      ) : null}
      {canSubmit ? (
        <Button
          size="sm"
          px={10}
          {...named(t('actions.submit'))}
          leftSection={<IconSend size={16} aria-hidden data-turns />}
          onClick={onSubmit}
        >
          {t('actions.submit')}
        </Button>
      ) : null}
      {canAgree ? (
        <>
          <Button {...quiet} {...named(t('agreement.refuse'))} onClick={() => onAnswer('refuse')}>
            <IconX size={18} aria-hidden />
            {word(t('agreement.refuse'))}
          </Button>
          <Button
            size="sm"
            px={10}
            {...named(t('agreement.accept'))}
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => onAnswer('accept')}
          >
            {t('agreement.accept')}
          </Button>
        </>
      ) : null}
      {canFollow ? (
        <Button
          size="sm"
          px={10}
          variant="light"
          {...named(t('actions.follow'))}
          leftSection={<IconRouteAltLeft size={16} aria-hidden />}
          onClick={onFollow}
        >
          {t('actions.follow')}
        </Button>
      ) : null}
      {canWithdrawRequest ? (
        <Menu
          label={t('actions.of', { action: t('actions.more'), number: row.numRequest })}
          button={quiet}
          entries={[
            {
              key: 'withdraw',
              label: t('actions.withdraw'),
              icon: <IconArrowBack size={18} aria-hidden data-turns />,
              tone: 'danger',
              onChoose: onWithdraw,
            },
          ]}
        >
          <IconDots size={18} aria-hidden />
          {word(t('actions.more'))}
        </Menu>
      ) : null}
    </div>
  );
}

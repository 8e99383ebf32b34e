import { Button } from '@mantine/core';
import { places, type RequestView } from '@wasl/contracts';
import {
  IconArrowBack,
  IconCheck,
  IconDots,
  IconEye,
  IconFiles,
  IconPencil,
  IconReceipt,
  IconRouteAltLeft,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import layout from '../../../ui/layout/layout.module.css';
import { Menu } from '../../../ui/menu.tsx';
import type { RequestDialog } from './request-dialogs.tsx';

/** Actions in the order in which one becomes the button; all of them are in the menu. */
const nextActions = ['submit', 'accept', 'follow', 'edit', 'consult'];

/** Actions that the server allows in `abilities`: the next one as a button, and all of them in a menu. */
export function RequestOperations({
  request: { id, numRequest, abilities },
  place,
  onOpen,
}: {
  request: Pick<RequestView, 'id' | 'numRequest' | 'abilities'>;
  place: 'list' | 'view' | 'followUp';
  onOpen: (dialog: RequestDialog) => void;
}) {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const go = (address: string) => () => void navigate(address);
  const open = (dialog: RequestDialog) => () => onOpen(dialog);
  const isList = place === 'list';
  const entries = [
    {
      key: 'consult',
      label: t('actions.consult'),
      icon: <IconEye size={18} aria-hidden />,
      isAllowed: place !== 'view',
      onChoose: go(places.request(id)),
    },
    {
      key: 'edit',
      label: t('actions.edit'),
      icon: <IconPencil size={18} aria-hidden />,
      isAllowed: abilities.canEdit,
      onChoose: go(places.editRequest(id)),
    },
    {
      key: 'submit',
      label: t('actions.submit'),
      icon: <IconSend size={18} aria-hidden data-turns />,
      isAllowed: abilities.canSubmit,
      onChoose: open('submit'),
    },
    {
      key: 'accept',
      label: t('agreement.accept'),
      icon: <IconCheck size={18} aria-hidden />,
      // The page of a request has these answers in a panel.
      isAllowed: abilities.canAgree && isList,
      onChoose: open('accept'),
    },
    {
      key: 'refuse',
      label: t('agreement.refuse'),
      icon: <IconX size={18} aria-hidden />,
      isAllowed: abilities.canAgree && isList,
      onChoose: open('refuse'),
    },
    {
      key: 'follow',
      label: t('actions.follow'),
      icon: <IconRouteAltLeft size={18} aria-hidden />,
      isAllowed: abilities.canFollow && place !== 'followUp',
      onChoose: isList ? open('follow') : go(places.followUp(id)),
    },
    {
      key: 'receipt',
      label: t('actions.receipt'),
      icon: <IconReceipt size={18} aria-hidden />,
      isAllowed: abilities.canReceipt,
      onChoose: go(places.receipt(id)),
    },
    {
      key: 'duplicate',
      label: t('actions.duplicate'),
      icon: <IconFiles size={18} aria-hidden />,
      isAllowed: !isList,
      onChoose: go(`/newRequest?from=${String(id)}`),
    },
    {
      key: 'delete',
      label: t('actions.delete'),
      icon: <IconTrash size={18} aria-hidden />,
      tone: 'danger' as const,
      isAllowed: abilities.canDelete && isList,
      onChoose: open('delete'),
    },
    {
      key: 'withdraw',
      label: t('actions.withdraw'),
      icon: <IconArrowBack size={18} aria-hidden data-turns />,
      tone: 'danger' as const,
      isAllowed: abilities.canWithdrawRequest,
      onChoose: open('withdraw'),
    },
  ].filter(({ isAllowed }) => isAllowed);
  const next =
    place === 'followUp'
      ? undefined
      : nextActions.flatMap((key) => entries.filter((entry) => entry.key === key))[0];
  return (
    <div className={layout['operations']}>
      {next === undefined ? null : (
        <Button
          variant={isList ? 'light' : 'filled'}
          px={12}
          aria-label={t('actions.of', { action: next.label, number: numRequest })}
          leftSection={next.icon}
          onClick={next.onChoose}
        >
          {next.label}
        </Button>
      )}
      <Menu
        label={t('actions.of', { action: t('actions.more'), number: numRequest })}
        button={{ variant: 'default', px: 12 }}
        entries={entries}
      >
        <IconDots size={18} aria-hidden />
        <span className={layout['word']}>{t('actions.more')}</span>
      </Menu>
    </div>
  );
}

import { Button } from '@mantine/core';
import { places, type RequestView } from '@wasl/contracts';
import {
  IconArrowBackUp,
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

const icons = {
  consult: <IconEye size={18} aria-hidden />,
  edit: <IconPencil size={18} aria-hidden />,
  submit: <IconSend size={18} aria-hidden data-mirrored />,
  accept: <IconCheck size={18} aria-hidden />,
  refuse: <IconX size={18} aria-hidden />,
  follow: <IconRouteAltLeft size={18} aria-hidden />,
  receipt: <IconReceipt size={18} aria-hidden />,
  duplicate: <IconFiles size={18} aria-hidden />,
  delete: <IconTrash size={18} aria-hidden />,
  withdraw: <IconArrowBackUp size={18} aria-hidden data-mirrored />,
};
type Operation = keyof typeof icons;

/** The first that is allowed becomes the button. */
const nextOperations: readonly Operation[] = ['submit', 'accept', 'follow', 'edit', 'consult'];

/** Operations that the server allows in `abilities`: the next one as a button where no card has it, all in a menu. */
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
  const isList = place === 'list';
  const entry = (key: Operation, isAllowed: boolean, onChoose: () => void) =>
    isAllowed
      ? [
          {
            key,
            label: t(key === 'accept' || key === 'refuse' ? `agreement.${key}` : `actions.${key}`),
            icon: icons[key],
            ...(key === 'delete' || key === 'withdraw' ? { tone: 'danger' as const } : {}),
            onChoose,
          },
        ]
      : [];
  const leading = (key: Operation, isAllowed: boolean, address: string) =>
    entry(key, isAllowed, () => void navigate(address));
  const opening = (key: RequestDialog, isAllowed: boolean) =>
    entry(key, isAllowed, () => onOpen(key));
  const entries = [
    ...leading('consult', place !== 'view', places.request(id)),
    ...leading('edit', abilities.canEdit, places.editRequest(id)),
    ...opening('submit', abilities.canSubmit),
    // The page of a request has these answers in a card.
    ...opening('accept', isList && abilities.canAgree),
    ...opening('refuse', isList && abilities.canAgree),
    ...opening('follow', isList && abilities.canFollow),
    ...leading('follow', place === 'view' && abilities.canFollow, places.followUp(id)),
    ...leading('receipt', abilities.canReceipt, places.receipt(id)),
    ...leading('duplicate', !isList, `/newRequest?from=${String(id)}`),
    ...opening('delete', isList && abilities.canDelete),
    ...opening('withdraw', abilities.canWithdrawRequest),
  ];
  // A task card has the button of a request that waits for its owner.
  const hasCard = isList ? abilities.canSubmit : abilities.canEdit || abilities.canAgree;
  const next =
    place === 'followUp' || hasCard
      ? undefined
      : nextOperations.flatMap((key) => entries.filter((entry) => entry.key === key))[0];
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

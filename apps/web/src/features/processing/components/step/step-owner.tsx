import { Button } from '@mantine/core';
import type { StepOwner as Owner } from '@wasl/contracts';
import { IconArrowsExchange, IconHandStop, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useErrorText } from '../../../../i18n/error-text.ts';
import { isolated } from '../../../../lib/format/formats.ts';
import { currentOf } from '../../../../lib/http/http.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { lazyDialog } from '../../../../ui/slots.ts';
import { Menu } from '../../../../ui/menu.tsx';
import { notify } from '../../../../ui/notify.ts';

// Loaded together with the colleagues' names.
const HandOverDialog = lazyDialog(() => import('./hand-over-dialog.tsx'));

/** Owner of a step, with a menu to take it, hand it over, or release it. */
export function StepOwner({
  stepId,
  numRequest,
  partnerId,
  owner,
  isClosed,
  isOnPage = false,
  onChanged,
}: {
  stepId: number;
  numRequest: string;
  partnerId: number;
  owner: Owner | null;
  /** A closed step cannot be taken. */
  isClosed: boolean;
  /** Shows a button that takes a step without owner. */
  isOnPage?: boolean;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('worklist');
  const errorText = useErrorText();
  const me = useSession()?.userId;
  const set = useEndpointAction('setStepOwner');
  const [isHanding, setHanding] = useState(false);
  const name = owner === null ? t('owner.nobody') : owner.isMe ? t('owner.me') : owner.name;

  const give = async (to: string | null) => {
    try {
      const body = { owner: to, expected: owner?.id ?? null };
      const { data } = await set.run({ params: { stepId }, body });
      notify.success(
        data.owner === null
          ? t('owner.released', { number: numRequest })
          : data.owner.isMe
            ? t('owner.taken', { number: numRequest })
            : t('owner.handed', { number: numRequest, name: isolated(data.owner.name) }),
      );
    } catch (error) {
      const current = currentOf(error, 'OWNER_CHANGED');
      notify.error(
        current === undefined
          ? errorText(error)
          : current.owner === null
            ? t('owner.changedToNobody')
            : t('owner.changed', { name: isolated(current.owner.name) }),
      );
    }
    await onChanged();
  };

  if (isClosed) {
    return owner === null ? null : (
      <span className={layout['small']}>
        {t('owner.label')} <bdi>{name}</bdi>
      </span>
    );
  }
  const take = {
    key: 'take',
    label: t('owner.take'),
    icon: <IconHandStop size={18} aria-hidden />,
    isDisabled: me === undefined,
    onChoose: () => {
      if (me !== undefined) void give(me);
    },
  };
  const handOver = {
    key: 'handOver',
    label: t('owner.handOver'),
    icon: <IconArrowsExchange size={18} aria-hidden />,
    onChoose: () => setHanding(true),
  };
  const release = {
    key: 'release',
    label: t('owner.release'),
    icon: <IconUserOff size={18} aria-hidden />,
    onChoose: () => give(null),
  };
  return (
    <>
      <Menu
        label={t('owner.menu', { number: numRequest, name: isolated(name) })}
        button={{
          size: 'compact-sm',
          px: 4,
          loading: set.isRunning,
          ...(owner?.isMe === true ? { color: 'teal', variant: 'light' } : {}),
          // Fits next to the status of a row.
          ...(owner === null ? { size: 'compact-xs', px: 2, fw: 400, c: 'dimmed' } : {}),
          leftSection: owner === null ? undefined : <IconUserCheck size={16} aria-hidden />,
        }}
        entries={[
          ...(owner?.isMe === true ? [] : [take]),
          handOver,
          ...(owner === null ? [] : [release]),
        ]}
      >
        <bdi className={layout['cut']}>{name}</bdi>
      </Menu>
      {isOnPage && owner === null ? (
        <Button
          variant="light"
          size="sm"
          disabled={take.isDisabled}
          loading={set.isRunning}
          leftSection={take.icon}
          onClick={take.onChoose}
        >
          {take.label}
        </Button>
      ) : null}
      <HandOverDialog
        opened={isHanding}
        onClose={() => setHanding(false)}
        numRequest={numRequest}
        partnerId={partnerId}
        owner={owner}
        onChoose={async (id) => {
          await give(id);
          setHanding(false);
        }}
      />
    </>
  );
}

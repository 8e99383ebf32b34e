import type { StepOwner as Owner } from '@wasl/contracts';
import { IconArrowsExchange, IconHandStop, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { lazyDialog, withWords } from '../../../../ui/slots.ts';
import { Menu } from '../../../../ui/menu.tsx';
import { useOwnerChange } from './use-owner-change.ts';

// Loaded together with the colleagues' names.
const HandOverDialog = lazyDialog(withWords(() => import('./hand-over-dialog.tsx'), 'agent'));

/** Owner of a step, with a menu to take it, hand it over, or release it. */
export function StepOwner({
  stepId,
  numRequest,
  partnerId,
  owner,
  isClosed,
  onChanged,
}: {
  stepId: number;
  numRequest: string;
  partnerId: number;
  owner: Owner | null;
  /** A closed step cannot be taken. */
  isClosed: boolean;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('worklist');
  const { me, give: change, isRunning } = useOwnerChange();
  const [isHanding, setHanding] = useState(false);
  const name = owner === null ? t('owner.nobody') : owner.isMe ? t('owner.me') : owner.name;

  const give = async (to: string | null, reason = '') => {
    const isGiven = await change(stepId, { numRequest, owner }, to, reason);
    await onChanged();
    return isGiven;
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
          loading: isRunning,
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
      <HandOverDialog
        opened={isHanding}
        onClose={() => setHanding(false)}
        numRequest={numRequest}
        partnerId={partnerId}
        owner={owner}
        onChoose={async (id, reason) => {
          const isGiven = await give(id, reason);
          setHanding(false);
          return isGiven;
        }}
      />
    </>
  );
}

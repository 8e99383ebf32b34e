import { Button, Stack, Textarea } from '@mantine/core';
import { maxHandOverReason, type StepOwner } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useDraftState } from '../../../../lib/drafts/draft.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { directionOf } from '../../../../ui/form/direction.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../../../ui/states.tsx';
import { useUnsaved } from '../../../../ui/use-unsaved.ts';
import type { StepDialogProps } from './step-dialog-props.ts';
import { useOwnerChange } from './use-owner-change.ts';

interface ChoiceProps {
  readonly partnerId: number;
  readonly owner: StepOwner | null;
  /** Returns whether the step changed its owner. */
  readonly onChoose: (userId: string, reason: string) => Promise<boolean>;
}

export function Colleagues({ partnerId, owner, onChoose }: ChoiceProps) {
  const { t } = useTranslation(['worklist', 'agent']);
  const { data, error, reload } = useEndpoint('listColleagues', { params: { id: partnerId } });
  // One draft for all files: an agent hands over one at a time.
  const [reason, setReason, clearReason] = useDraftState('hand-over-reason', '');
  useUnsaved(reason.trim() !== '', clearReason);
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const others = data.filter(
    ({ id, state, isSelf }) => state === 'active' && !isSelf && id !== owner?.id,
  );
  if (others.length === 0) return <p className={layout['muted']}>{t('owner.alone')}</p>;
  const choose = async (id: string) => {
    setChosen(id);
    try {
      if (await onChoose(id, reason.trim())) clearReason();
    } finally {
      setChosen(null);
    }
  };
  return (
    <Stack>
      <Textarea
        name="reason"
        label={t('agent:handOver.reason')}
        description={t('agent:handOver.reasonHint')}
        value={reason}
        maxLength={maxHandOverReason}
        autosize
        {...directionOf(reason)}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Stack component="ul" gap="xs" aria-label={t('agent:handOver.to')}>
        {others.map(({ id, nom, prenom }) => (
          <li key={id}>
            <Button
              variant="default"
              fullWidth
              justify="flex-start"
              loading={chosen === id}
              disabled={chosen !== null && chosen !== id}
              onClick={() => void choose(id)}
            >
              <bdi>{`${prenom} ${nom}`}</bdi>
            </Button>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

export default function HandOverDialog({ row, stepId, opened, onClose, onDone }: StepDialogProps) {
  const { t } = useTranslation('worklist');
  const { give } = useOwnerChange();
  const { numRequest, owner, idPartner } = row;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="sm"
      title={t('owner.handOverTitle', { number: numRequest })}
    >
      {opened && idPartner !== null ? (
        <Colleagues
          partnerId={idPartner}
          owner={owner}
          onChoose={async (id, reason) => {
            const isGiven = await give(stepId, row, id, reason);
            await onDone();
            onClose();
            return isGiven;
          }}
        />
      ) : null}
    </Dialog>
  );
}

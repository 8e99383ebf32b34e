import { Button, Stack } from '@mantine/core';
import type { StepOwner } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { Dialog, type DialogProps } from '../../../../ui/dialog.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../../../ui/states.tsx';

interface ChoiceProps {
  readonly partnerId: number;
  readonly owner: StepOwner | null;
  readonly onChoose: (userId: string) => Promise<unknown>;
}

export function Colleagues({ partnerId, owner, onChoose }: ChoiceProps) {
  const { t } = useTranslation('worklist');
  const { data, error, reload } = useEndpoint('listColleagues', { params: { id: partnerId } });
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const others = data.filter(
    ({ id, state, isSelf }) => state === 'active' && !isSelf && id !== owner?.id,
  );
  if (others.length === 0) return <p className={layout['muted']}>{t('owner.alone')}</p>;
  return (
    <Stack component="ul" gap="xs">
      {others.map(({ id, nom, prenom }) => (
        <li key={id}>
          <Button
            variant="default"
            fullWidth
            justify="flex-start"
            loading={chosen === id}
            disabled={chosen !== null && chosen !== id}
            onClick={() => {
              setChosen(id);
              void onChoose(id).finally(() => setChosen(null));
            }}
          >
            <bdi>{`${prenom} ${nom}`}</bdi>
          </Button>
        </li>
      ))}
    </Stack>
  );
}

export default function HandOverDialog({
  opened,
  onClose,
  numRequest,
  ...choice
}: ChoiceProps & DialogProps & { numRequest: string }) {
  const { t } = useTranslation('worklist');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="sm"
      title={t('owner.handOverTitle', { number: numRequest })}
    >
      {opened ? <Colleagues {...choice} /> : null}
    </Dialog>
  );
}

import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';

export interface MadeSecret {
  /** Name announced after copying, instead of the secret. */
  readonly named: string;
  readonly secret: string;
}

/** A dialog whose form creates a secret; it is then shown once for copying. */
export function SecretDialog({
  opened,
  title,
  made,
  words,
  onClose,
  children,
}: DialogProps & {
  title: string;
  /** Null until created. */
  made: MadeSecret | null;
  words: Readonly<Record<'secret' | 'once' | 'copy' | 'done', string>>;
  children: ReactNode;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={made === null ? title : words.secret}
      // The secret is shown once, so only its button closes the dialog, and no accidental key.
      closable={made === null}
    >
      {made === null ? (
        children
      ) : (
        <Stack>
          <p role="status">{words.once}</p>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={words.secret}
              value={made.secret}
              readOnly
              dir="ltr"
              flex={1}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={made.secret} label={words.copy} named={made.named} />
          </Group>
          <Actions>
            <Button onClick={onClose}>{words.done}</Button>
          </Actions>
        </Stack>
      )}
    </Dialog>
  );
}

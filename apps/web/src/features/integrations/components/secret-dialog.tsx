import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';

export interface MadeSecret {
  /** What is said to be copied: never the secret. */
  readonly named: string;
  readonly secret: string;
}

/** A dialog whose form makes something secret, which is then shown this once, to be copied. */
export function SecretDialog({
  opened,
  title,
  made,
  words,
  onClose,
  children,
}: DialogProps & {
  /** Of the form. */
  title: string;
  /** Null until it is made. */
  made: MadeSecret | null;
  words: Readonly<Record<'secret' | 'once' | 'copy' | 'done', string>>;
  /** The form. */
  children: ReactNode;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={made === null ? title : words.secret}
      // What is shown once goes away by the button that says so, and not by a key pressed by mistake.
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

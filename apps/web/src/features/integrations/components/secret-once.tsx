import { Button, Group, Stack, TextInput } from '@mantine/core';

import { CopyButton } from '../../../ui/copy-button.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';

/** Something secret that is shown this once, to be copied. */
export function SecretOnce({
  label,
  words,
  value,
  copyLabel,
  named,
  doneLabel,
  onDone,
}: {
  label: string;
  words: string;
  value: string;
  copyLabel: string;
  /** What is said to be copied: never the secret. */
  named: string;
  doneLabel: string;
  onDone: () => void;
}) {
  return (
    <Stack>
      <p role="status">{words}</p>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          value={value}
          readOnly
          dir="ltr"
          flex={1}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={value} label={copyLabel} named={named} />
      </Group>
      <Actions>
        <Button onClick={onDone}>{doneLabel}</Button>
      </Actions>
    </Stack>
  );
}

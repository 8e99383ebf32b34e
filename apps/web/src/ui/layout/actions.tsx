import { Group, type GroupProps } from '@mantine/core';

import layout from './layout.module.css';

/** Group of buttons at the end of the content they act on; on a phone they share the width. */
export function Actions(props: GroupProps) {
  return (
    <Group
      gap="sm"
      justify="flex-end"
      align="stretch"
      {...props}
      className={layout['actions'] ?? ''}
    />
  );
}

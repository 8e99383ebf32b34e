import { IconFileDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';

import { Menu } from './menu.tsx';

export function ExportMenu({
  words,
  isRunning,
  onChoose,
}: {
  readonly words: Readonly<Record<'label' | 'running' | 'xlsx' | 'csv', string>>;
  readonly isRunning: boolean;
  readonly onChoose: (format: 'xlsx' | 'csv') => unknown;
}) {
  const formats = [
    ['xlsx', IconFileSpreadsheet],
    ['csv', IconFileText],
  ] as const;
  return (
    <Menu
      label={isRunning ? words.running : words.label}
      button={{
        variant: 'default',
        color: 'teal',
        loading: isRunning,
        leftSection: <IconFileDownload size={18} aria-hidden />,
      }}
      entries={formats.map(([format, Icon]) => ({
        key: format,
        label: words[format],
        icon: <Icon size={18} aria-hidden />,
        onChoose: () => onChoose(format),
      }))}
    >
      {words.label}
    </Menu>
  );
}

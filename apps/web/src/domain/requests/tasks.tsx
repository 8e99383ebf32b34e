import { Group, Stack } from '@mantine/core';
import type { OrganisationContactView, RoutedTask } from '@wasl/contracts';
import { IconBuilding, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { OrganisationContact } from './organisation-contact.tsx';

export function Tasks({
  tasks,
  unknown,
  dueBy,
}: {
  tasks: readonly (RoutedTask & {
    readonly dueOn?: string | null;
    readonly contact?: OrganisationContactView | null;
  })[];
  /** Text where the organisation is not yet known. */
  unknown: string;
  /** Formats the day until which the organisation must answer. */
  dueBy?: (day: string) => string;
}) {
  const { t } = useTranslation('requests');
  return (
    <Stack component="ul" gap={10}>
      {tasks.map(({ service, organisation, usualDays, dueOn = null, contact }, index) => (
        <Group
          component="li"
          key={`${String(index)} ${service}`}
          gap={10}
          wrap="nowrap"
          align="flex-start"
        >
          {organisation === null ? (
            <IconHourglass size={20} color="var(--wasl-link)" aria-hidden />
          ) : (
            <IconBuilding size={20} color="var(--wasl-link)" aria-hidden />
          )}
          <Stack className={layout['wrap']} gap={0} miw={0}>
            <strong className={organisation === null ? layout['muted'] : undefined}>
              <bdi>{organisation ?? unknown}</bdi>
            </strong>
            <span className={layout['muted']}>{service}</span>
            {dueOn === null || dueBy === undefined ? null : (
              <span className={layout['muted']}>{dueBy(isolated(formatDay(dueOn)))}</span>
            )}
            {usualDays === null ? null : (
              <span className={layout['muted']}>{t('submit.usual', { count: usualDays })}</span>
            )}
            {organisation !== null && contact ? (
              <OrganisationContact organisation={organisation} contact={contact} />
            ) : null}
          </Stack>
        </Group>
      ))}
    </Stack>
  );
}

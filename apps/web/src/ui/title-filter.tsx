import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { directionOf } from './form/direction.ts';

/**
 * Filters a table by title. It is no form element, because it may be inside one.
 * @param props.name the filtered content, for screen readers
 * @param props.title the present filter; give another title another key
 */
export function TitleFilter({
  name,
  label,
  title,
  onSearch,
}: {
  name: string;
  label: string;
  title: string;
  onSearch: (title: string) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(title);
  const search = () => onSearch(typed.trim());
  return (
    // A role instead of the `search` element, which older phones do not support.
    <Group role="search" aria-label={name} gap="sm" align="flex-end">
      <TextInput
        flex="1 1 220px"
        maw={420}
        label={label}
        value={typed}
        maxLength={150}
        {...directionOf(typed)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          search();
        }}
      />
      <Button variant="light" leftSection={<IconSearch size={18} aria-hidden />} onClick={search}>
        {t('actions.search')}
      </Button>
      <Button
        variant="default"
        onClick={() => {
          setTyped('');
          onSearch('');
        }}
      >
        {t('actions.reset')}
      </Button>
    </Group>
  );
}

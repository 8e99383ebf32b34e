import { Button, Group, TextInput } from '@mantine/core';
import { isSearchable, searchMinLength } from '@wasl/contracts/characters';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { directionOf } from '../../../ui/form/direction.ts';

/** Search field of the conversations; it refuses a text that is too short. */
export function ThreadSearch({
  search,
  onSearch,
}: {
  /** The text that is searched now. */
  search: string;
  onSearch: (search: string) => void;
}) {
  const { t } = useTranslation(['worklist', 'agent']);
  const label = t('agent:inbox.search');
  const [draft, setDraft] = useState(search);
  const [seen, setSeen] = useState(search);
  const [isShort, setShort] = useState(false);
  // The address changed without this box: the back button, "show all".
  if (seen !== search) {
    setSeen(search);
    setDraft(search);
    setShort(false);
  }
  return (
    <Group
      component="form"
      role="search"
      aria-label={label}
      flex="1 1 140px"
      gap={8}
      wrap="nowrap"
      align="start"
      onSubmit={(event) => {
        event.preventDefault();
        const text = draft.trim();
        const isWrong = text !== '' && !isSearchable(text);
        setShort(isWrong);
        if (!isWrong) onSearch(text);
      }}
    >
      <TextInput
        flex={1}
        maw="60ch"
        type="search"
        aria-label={label}
        placeholder={t('agent:inbox.placeholder')}
        value={draft}
        maxLength={80}
        {...directionOf(draft)}
        error={isShort ? t('search.short', { count: searchMinLength }) : undefined}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          // Clearing the box resets the search at once.
          if (event.currentTarget.value === '' && search !== '') onSearch('');
        }}
      />
      <Button type="submit" variant="default" px="sm" aria-label={t('search.submit')}>
        <IconSearch size={18} aria-hidden />
      </Button>
    </Group>
  );
}

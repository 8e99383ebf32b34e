import { Button, Group, TextInput } from '@mantine/core';
import { isSearchable, searchMinLength } from '@wasl/contracts/characters';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { StateOf } from '../../../../lib/routing/address-state.ts';
import { directionOf } from '../../../../ui/form/direction.ts';
import type { worklistState } from '../../rules/worklist-state.ts';

type State = StateOf<typeof worklistState>;

export function WorklistSearch({
  state,
  onChange,
}: {
  state: State;
  onChange: (change: Partial<State>) => void;
}) {
  const { t } = useTranslation('worklist');
  const [draft, setDraft] = useState(state.search);
  const [seen, setSeen] = useState(state.search);
  const [isShort, setShort] = useState(false);
  // The address changed without this box: the back button, "show all".
  if (seen !== state.search) {
    setSeen(state.search);
    setDraft(state.search);
    setShort(false);
  }
  return (
    <Group
      component="form"
      role="search"
      aria-label={t('search.label')}
      flex="1 1 140px"
      gap={8}
      wrap="nowrap"
      align="start"
      onSubmit={(event) => {
        event.preventDefault();
        const search = draft.trim();
        const isWrong = search !== '' && !isSearchable(search);
        setShort(isWrong);
        if (!isWrong) onChange({ search, page: 0 });
      }}
    >
      <TextInput
        flex={1}
        maw="60ch"
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={draft}
        maxLength={80}
        {...directionOf(draft)}
        error={isShort ? t('search.short', { count: searchMinLength }) : undefined}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          // Clearing the box resets the search at once.
          if (event.currentTarget.value === '' && state.search !== '')
            onChange({ search: '', page: 0 });
        }}
      />
      <Button type="submit" variant="default" px="sm" aria-label={t('search.submit')}>
        <IconSearch size={18} aria-hidden />
      </Button>
    </Group>
  );
}

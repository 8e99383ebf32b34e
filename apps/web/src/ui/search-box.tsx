import { Button, Group, TextInput } from '@mantine/core';
import { isSearchable, searchMinLength } from '@wasl/contracts/characters';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useAddressDraft } from '../lib/routing/use-address-draft.ts';
import { directionOf } from './form/direction.ts';
import layout from './layout/layout.module.css';

/** Search field of a list, whose text is in the address; it refuses a text that is too short. */
export function SearchBox({
  label,
  placeholder,
  search,
  onSearch,
}: {
  label: string;
  placeholder: string;
  /** The text that is searched now. */
  search: string;
  onSearch: (search: string) => void;
}) {
  const { t } = useTranslation('worklist');
  const { draft, edit, sent } = useAddressDraft(search);
  const [refused, setRefused] = useState<string>();
  const send = (text: string) => {
    sent(text);
    onSearch(text);
  };
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
        if (text === '' || isSearchable(text)) send(text);
        else setRefused(draft);
      }}
    >
      <TextInput
        flex={1}
        maw="60ch"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={draft}
        maxLength={80}
        {...directionOf(draft)}
        error={refused === draft ? t('search.short', { count: searchMinLength }) : undefined}
        onChange={({ currentTarget: { value } }) => {
          edit(value);
          // Clearing the box resets the search at once.
          if (value === '' && search !== '') send('');
        }}
      />
      {/* The Enter key of a keyboard does the same. */}
      <span className={layout['narrow']}>
        <Button type="submit" variant="default" px="sm" aria-label={t('search.submit')}>
          <IconSearch size={18} aria-hidden />
        </Button>
      </span>
    </Group>
  );
}

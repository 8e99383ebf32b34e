import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconChevronRight, IconSearch, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { directionOf } from '../../ui/form/direction.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import styles from '../administration.module.css';
import { useCall } from '../api/use-call.ts';
import { AccessTag } from '../components/access-tag.tsx';

const shortest = 2;

function Results({ search }: { search: string }) {
  const { t } = useTranslation('administration');
  const { data, error, reload } = useCall('findPeople', { query: { search } });
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  if (data.rows.length === 0) {
    return (
      <div className={layout['card']}>
        <EmptyState title={t('people.nothing')} reason={t('people.nothingReason')} />
      </div>
    );
  }
  return (
    <>
      <Stack component="ul" gap="sm" maw={720}>
        {data.rows.map((person) => (
          <li key={person.id}>
            <Link to={`/people/${person.id}`} className={styles['task']}>
              <IconUser size={22} stroke={1.6} aria-hidden />
              <div>
                <p className={layout['strong']}>
                  <bdi>{person.name}</bdi>
                </p>
                <p className={`${layout['small'] ?? ''} ${layout['wrap'] ?? ''}`}>
                  <LtrText>{person.email}</LtrText>
                  {person.organisation === null ? null : (
                    <>
                      {' · '}
                      <bdi>{person.organisation}</bdi>
                    </>
                  )}
                </p>
                <AccessTag access={person.access} isSmall />
              </div>
              <IconChevronRight size={20} aria-hidden data-mirrored />
            </Link>
          </li>
        ))}
      </Stack>
      {data.hasMore ? <p>{t('people.more')}</p> : null}
    </>
  );
}

/** People by name, e-mail, phone or the number of a request. The text is in the address. */
export default function PeoplePage() {
  const { t } = useTranslation('administration');
  const [query, setQuery] = useSearchParams();
  const search = query.get('search') ?? '';
  const [draft, setDraft] = useState(search);
  const [isShort, setShort] = useState(false);
  return (
    <Stack>
      <Group
        component="form"
        role="search"
        gap={8}
        wrap="nowrap"
        align="flex-end"
        maw={720}
        onSubmit={(event) => {
          event.preventDefault();
          const text = draft.trim();
          setShort(text.length < shortest);
          if (text.length >= shortest) setQuery({ search: text });
        }}
      >
        <TextInput
          flex={1}
          type="search"
          label={t('people.search')}
          description={t('people.hint')}
          value={draft}
          maxLength={100}
          error={isShort ? t('people.short') : undefined}
          {...directionOf(draft)}
          onChange={({ currentTarget }) => {
            setDraft(currentTarget.value);
            setShort(false);
          }}
        />
        <Button type="submit" px="sm" leftSection={<IconSearch size={18} aria-hidden />}>
          {t('people.find')}
        </Button>
      </Group>
      {search.length < shortest ? null : <Results search={search} />}
    </Stack>
  );
}

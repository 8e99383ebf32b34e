import { Group, Stack } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import layout from '../../ui/layout/layout.module.css';
import { SearchBox } from '../../ui/search-box.tsx';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import styles from '../administration.module.css';
import { useCall } from '../api/use-call.ts';
import { NextPage } from '../components/next-page.tsx';
import { OrganisationTag } from '../components/organisation-tag.tsx';

function List({ text, after }: { text: string; after: string }) {
  const { t } = useTranslation('administration');
  const query = { ...(text === '' ? {} : { text }), ...(after === '' ? {} : { after }) };
  const { data, error, reload } = useCall('searchOrganisations', { query });
  const [, setQuery] = useSearchParams();
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  if (data.rows.length === 0) {
    return (
      <div className={layout['card']}>
        <EmptyState title={t('organisations.nothing')} reason={t('organisations.nothingReason')} />
      </div>
    );
  }
  return (
    <>
      <Stack component="ul" gap="sm" maw={720} aria-label={t('organisations.caption')}>
        {data.rows.map(({ id, title, state, agents, openFiles }) => (
          <li key={id}>
            <Link to={`/organisations/${String(id)}`} className={styles['task']}>
              <OrganisationTag state={state} />
              <div>
                <p className={layout['strong']}>
                  <bdi>{title}</bdi>
                </p>
                <p className={layout['small']}>
                  {t('organisations.agents', { count: agents })}
                  {' · '}
                  {t('organisations.files', { count: openFiles })}
                </p>
              </div>
              <IconChevronRight size={20} aria-hidden data-mirrored />
            </Link>
          </li>
        ))}
      </Stack>
      <NextPage
        after={after}
        next={data.next}
        onChange={(next) =>
          setQuery({ ...(text === '' ? {} : { text }), ...(next === null ? {} : { after: next }) })
        }
      />
    </>
  );
}

/** All organisations, found by a part of their title. The text is in the address. */
export default function OrganisationsPage() {
  const { t } = useTranslation('administration');
  const [query, setQuery] = useSearchParams();
  const text = query.get('text') ?? '';
  return (
    <Stack>
      <Group maw={720}>
        <SearchBox
          label={t('organisations.search')}
          placeholder={t('organisations.placeholder')}
          search={text}
          onSearch={(next) => setQuery(next === '' ? {} : { text: next })}
        />
      </Group>
      <List text={text} after={query.get('after') ?? ''} />
    </Stack>
  );
}

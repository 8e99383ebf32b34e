import { Button, Group, Stack } from '@mantine/core';
import type { EditableList } from '@wasl/contracts/administration';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useLanguage } from '../../i18n/use-language.ts';
import { today } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import styles from '../administration.module.css';
import { useCall } from '../api/use-call.ts';
import { journeyState } from '../rules/journey-state.ts';

function Row({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={styles['task']}>
        <bdi className={layout['strong']} style={{ flex: 1 }}>
          {name}
        </bdi>
        <span style={{ flex: 'none' }}>{children}</span>
        <IconChevronRight size={20} aria-hidden data-mirrored />
      </Link>
    </li>
  );
}

function Part({ id, children, title }: { id: string; title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" maw={720} aria-labelledby={id}>
      <h2 id={id} className={layout['title']}>
        {title}
      </h2>
      {children}
    </Stack>
  );
}

/** Texts of pages, journeys and lists, each with its own page. */
export default function ReferencePage() {
  const { t } = useTranslation('administration');
  const lang = useLanguage();
  const { data, error, reload } = useCall('readReference', {});
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const isPage = (list: EditableList) => list.startsWith('PAGE_');
  const named = data.lists.map((row) => ({ ...row, name: t(`reference.lists.${row.list}`) }));
  const pages = named.filter(({ list }) => isPage(list));
  const lists = named
    .filter(({ list }) => !isPage(list))
    .sort((one, other) => one.name.localeCompare(other.name, lang));
  const rowsOf = (rows: typeof named, key: 'sectionCount' | 'itemCount') => (
    <Stack component="ul" gap="sm">
      {rows.map(({ list, name, items, hidden }) => (
        <Row key={list} to={`/reference/lists/${list}`} name={name}>
          <span className={layout['small']}>
            {t(`reference.${key}`, { count: items - hidden })}
            {hidden === 0 ? null : ` · ${t('reference.hiddenCount', { count: hidden })}`}
          </span>
        </Row>
      ))}
    </Stack>
  );
  return (
    <Stack gap="xl">
      <Part id="pages" title={t('reference.pages')}>
        {rowsOf(pages, 'sectionCount')}
      </Part>
      <Part id="journeys" title={t('reference.journeys')}>
        <Group>
          <Button
            component={Link}
            to="/reference/journeys/new"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t('reference.newJourney')}
          </Button>
        </Group>
        <Stack component="ul" gap="sm">
          {data.journeys.map((journey) => {
            const { state, tone } = journeyState(journey, today());
            return (
              <Row
                key={journey.slug}
                to={`/reference/journeys/${journey.slug}`}
                name={journey.title}
              >
                <StatusTag isSmall tone={tone} label={t(`reference.states.${state}`)} />
              </Row>
            );
          })}
        </Stack>
      </Part>
      <Part id="lists" title={t('reference.listsTitle')}>
        {rowsOf(lists, 'itemCount')}
      </Part>
    </Stack>
  );
}

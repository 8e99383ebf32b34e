import { Box } from '@mantine/core';
import type { PartnerView } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { oneOf, text, whole } from '../../../lib/routing/address-state.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { Column } from '../../../ui/data-table-props.ts';
import { useBoundField } from '../../../ui/form/form-context.ts';
import { OrganisationMark } from '../../../ui/organisation-mark.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TitleFilter } from '../../../ui/title-filter.tsx';
import { usePagedList } from '../../../ui/use-paged-list.ts';
import styles from '../accounts.module.css';
import type { SignUpValues } from '../forms/sign-up-rules.ts';

const pickerState = { title: text(), page: whole(), size: oneOf([8, 15, 20]) } as const;

/** Chosen organisation, visible on every page of the table. */
export function ChosenOrganisation({
  title,
  logo = null,
  note,
}: {
  title: string;
  logo?: string | null;
  note: string;
}) {
  return (
    <div className={styles['chosen']} role="status">
      <OrganisationMark title={title} logo={logo} />
      <div>
        <p>
          <strong dir="auto">{title}</strong>
        </p>
        <small>{note}</small>
      </div>
    </div>
  );
}

export function PartnerPicker() {
  const { t } = useTranslation('accounts');
  const { setValue, watch } = useFormContext<SignUpValues>();
  const [state, set] = useUrlState(pickerState);
  const label = t('picker.label');
  const { field, shared } = useBoundField<SignUpValues>({ name: 'partner.id', label });
  const partnerTitle = watch('partnerTitle');
  const list = useEndpoint('searchPartners', {
    query: { page: state.page, size: state.size },
    body: { title: state.title },
  });
  const rows = list.data?.data;
  const paged = usePagedList({ ...list, total: list.data?.total }, rows, state, set);
  const cell = (row: PartnerView, content: ReactNode) => (
    <label className={styles['cell']} htmlFor={`organisation-${String(row.id)}`}>
      {content}
    </label>
  );
  const columns: Column<PartnerView>[] = [
    {
      key: 'select',
      header: t('picker.select'),
      render: (row) =>
        cell(
          row,
          <input
            type="radio"
            id={`organisation-${String(row.id)}`}
            name={field.name}
            checked={field.value === row.id}
            aria-label={row.title}
            onChange={() => {
              setValue('partnerTitle', row.title, { shouldDirty: true });
              field.onChange(row.id);
            }}
          />,
        ),
    },
    {
      key: 'logo',
      header: t('picker.logo'),
      render: (row) => cell(row, <OrganisationMark title={row.title} logo={row.logo} />),
    },
    {
      key: 'title',
      header: t('picker.title'),
      render: (row) =>
        cell(
          row,
          <>
            <strong dir="auto">{row.title}</strong>
            <small dir="auto">{row.description}</small>
          </>,
        ),
    },
  ];
  return (
    <fieldset
      id={shared.id}
      tabIndex={-1}
      className={styles['picker']}
      aria-describedby={shared.error === undefined ? undefined : `${shared.id}-error`}
    >
      <Box component="legend" mb="md">
        {label}{' '}
        <Box component="span" c="var(--wasl-danger)">
          *
        </Box>
      </Box>
      {shared.error === undefined ? null : (
        <Box component="p" c="var(--wasl-danger)" fz={14} id={`${shared.id}-error`}>
          {shared.error}
        </Box>
      )}
      {partnerTitle === '' ? null : (
        <ChosenOrganisation
          title={partnerTitle}
          logo={rows?.find(({ id }) => id === field.value)?.logo ?? null}
          note={t('picker.chosen')}
        />
      )}
      <TitleFilter
        key={state.title}
        name={t('picker.filter')}
        label={t('picker.title')}
        title={state.title}
        onSearch={(title) => set({ title, page: 0 })}
      />
      <DataTable
        caption={t('picker.caption')}
        columns={columns}
        rowKey={(row) => row.id}
        {...paged}
        empty={
          <EmptyState
            title={t(state.title === '' ? 'picker.none' : 'picker.noMatch')}
            reason={t(state.title === '' ? 'picker.noneReason' : 'picker.noMatchReason')}
          />
        }
      />
    </fieldset>
  );
}

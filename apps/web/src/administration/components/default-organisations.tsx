import { Stack } from '@mantine/core';
import type { ServiceDefaultView } from '@wasl/contracts/administration';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../lib/format/formats.ts';
import { choiceSearch } from '../../ui/form/choice-search.ts';
import { useSearchDirection } from '../../ui/form/direction.ts';
import { LazySelect } from '../../ui/form/lazy-select.tsx';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { LoadingOrError } from '../../ui/states.tsx';
import { useAttempt } from '../../ui/use-failure.ts';
import styles from '../administration.module.css';
import { call } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';

function ServiceDefault({ service }: { service: ServiceDefaultView }) {
  const { t } = useTranslation(['administration', 'common']);
  const attempt = useAttempt();
  const { data: organisations = [] } = useCall('listOrganisations', {});
  const [isRunning, setRunning] = useState(false);
  const direction = useSearchDirection();
  const filter = useMemo(() => choiceSearch(), []);
  const { code, title, offering, organisation } = service;
  const isOut = organisation?.isAttended === false;
  const listed = isOut ? [...organisations, organisation] : organisations;
  return (
    <LazySelect
      {...direction}
      label={title}
      description={t('unrouted.offering', { count: offering })}
      error={isOut ? t('unrouted.defaultOut') : undefined}
      data={listed.map(({ id, title: name }) => ({ value: String(id), label: name }))}
      value={organisation === null ? null : String(organisation.id)}
      onChange={(value) =>
        void attempt(async () => {
          setRunning(true);
          try {
            await call('setDefault', {
              params: { code },
              body: { organisationId: value === null ? null : Number(value) },
            });
            notify.success(t('unrouted.defaultSaved', { service: isolated(title) }));
          } finally {
            await refresh('listDefaults');
            setRunning(false);
          }
        })
      }
      disabled={isRunning}
      clearable
      searchable
      filter={filter}
      placeholder={t('unrouted.noDefault')}
      nothingFoundMessage={t('common:form.noMatch')}
      checkIconPosition="right"
      autoComplete="off"
    />
  );
}

function ServiceDefaults() {
  const { t } = useTranslation('administration');
  const { data, error, reload } = useCall('listDefaults', {});
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const isOffered = ({ offering }: ServiceDefaultView): boolean => offering > 0;
  return (
    <Stack maw={560} mt="sm">
      <p className={layout['small']}>{t('unrouted.defaultsHint')}</p>
      {[...data.filter((one) => !isOffered(one)), ...data.filter(isOffered)].map((service) => (
        <ServiceDefault key={service.code} service={service} />
      ))}
    </Stack>
  );
}

/** The organisation that gets each service when no other can. Loads its list when it is opened. */
export function DefaultOrganisations() {
  const { t } = useTranslation('administration');
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={`${layout['card'] ?? ''} ${styles['fold'] ?? ''}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2>{t('unrouted.defaults')}</h2>
      </summary>
      {isOpen ? <ServiceDefaults /> : null}
    </details>
  );
}

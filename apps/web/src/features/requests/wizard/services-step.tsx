import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { useSearchDirection } from '../../../ui/form/direction.ts';
import { LazySelect } from '../../../ui/form/lazy-select.tsx';
import { Columns } from '../../../ui/layout/columns.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { splitServices } from './wizard-rules.ts';
import styles from './wizard.module.css';

export function useServices() {
  return useEndpoint('paramsByParentI18n', { params: { parent: 'SERVICE' } });
}

/** Step 1 of a personalised request: checkboxes for the first services, the others behind '+ other'. */
export function ServicesStep({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (services: string[]) => void;
}) {
  const { t } = useTranslation('wizard');
  const { data, error, reload } = useServices();
  const direction = useSearchDirection();
  const [moved, setMoved] = useState(value);
  if (data === undefined) {
    return error === undefined ? (
      <Columns min={380} role="status" aria-label={t('services.loading')}>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={76} />
        ))}
      </Columns>
    ) : (
      <ErrorState error={error} onRetry={reload} />
    );
  }
  const { listed, others } = splitServices(data, [...moved, ...value]);
  const toggle = (code: string, isChosen: boolean) => {
    onChange(isChosen ? [...value, code] : value.filter((item) => item !== code));
  };
  return (
    <>
      <Columns min={380} align="stretch" component="fieldset" aria-label={t('services.title')}>
        {listed.map((service) => (
          <label key={service.code} className={styles['service']}>
            <input
              type="checkbox"
              checked={value.includes(service.code)}
              aria-label={service.libelle}
              aria-describedby={`service-${service.code}`}
              onChange={(event) => toggle(service.code, event.currentTarget.checked)}
            />
            <strong>{service.libelle}</strong>
            <small id={`service-${service.code}`}>{service.description}</small>
          </label>
        ))}
      </Columns>
      {others.length > 0 ? (
        <LazySelect
          {...direction}
          maw={420}
          label={t('services.other')}
          description={t('services.otherHint')}
          placeholder={t('services.choose')}
          searchable
          nothingFoundMessage={t('services.none')}
          data={others.map((service) => ({ value: service.code, label: service.libelle }))}
          value={null}
          onChange={(code) => {
            if (code === null) return;
            setMoved((now) => [...now, code]);
            toggle(code, true);
          }}
        />
      ) : null}
    </>
  );
}

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';

export interface Report {
  readonly id: number;
  readonly name: string;
}

/** Simulation of the wizard; null without one, while loading, and after its deletion. */
export function useReport(id: number | null): Report | null {
  const { data } = useEndpoint('getSimulation', id === null ? null : { params: { id } });
  return id !== null && data?.id === id ? { id, name: data.name } : null;
}

/** Announces that the report of a simulation will be attached, with a button to omit it. */
export function ReportToAttach({ report, onDrop }: { report: Report; onDrop: () => void }) {
  const { t } = useTranslation('wizard');
  return (
    <Banner tone="info">
      <p>{t('report.willBe', { name: isolated(report.name) })}</p>
      <Button variant="default" size="sm" onClick={onDrop}>
        {t('report.drop')}
      </Button>
    </Banner>
  );
}

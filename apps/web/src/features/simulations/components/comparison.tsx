import { Box, Stack, Table } from '@mantine/core';
import type { SavedSimulation } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Table.css';

import { formatMoment, useFormats } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import layout from '../../../ui/layout/layout.module.css';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { type ComparedRow, comparisonOf } from '../forms/comparison.ts';
import { useAmount } from './amount.ts';

export function Comparison({ chosen }: { chosen: readonly SavedSimulation[] }) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { amount } = useAmount();
  const inputOf = (at: number) => {
    const one = chosen[at];
    return one === undefined ? null : { params: { id: one.id } };
  };
  const read = [
    useEndpoint('getSimulation', inputOf(0)),
    useEndpoint('getSimulation', inputOf(1)),
    useEndpoint('getSimulation', inputOf(2)),
  ].slice(0, chosen.length);
  const failed = read.find(({ error }) => error !== undefined);
  const simulations = read.flatMap(({ data }, at) =>
    data === undefined || data.id !== chosen[at]?.id ? [] : [data],
  );
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={failed.reload} />;
  if (simulations.length < chosen.length) return <PageSkeleton />;
  const nameOf = ({ name }: ComparedRow): string => {
    if (name.of === 'premium') return t(`premiums.${name.key}`);
    if (name.of === 'field') return t(`fields.${name.key}`);
    return name.key === 'rate' ? t('result.rate') : t('result.amount');
  };
  const show = { jobs: formats.number, percent: formats.percent, dirhams: amount } as const;
  return (
    <Stack component="section" className={layout['card']}>
      <h2 id="comparison" className={layout['title']}>
        {t('mine.comparison')}
      </h2>
      {/* A wide table scrolls in its box, also by keyboard. */}
      <Box style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-labelledby="comparison">
        <Table verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('mine.figure')}</Table.Th>
              {chosen.map(({ id, name, createdAt }) => (
                <Table.Th key={id} scope="col">
                  <bdi>{name}</bdi>
                  <Box component="span" className={layout['small']} display="block" fw={400}>
                    <bdi>{formatMoment(createdAt)}</bdi>
                  </Box>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {comparisonOf(simulations).map((row) => (
              <Table.Tr key={`${row.name.of} ${row.name.key}`}>
                <Table.Th scope="row">
                  {nameOf(row)}{' '}
                  {row.differs ? <span className={layout['pill']}>{t('mine.differs')}</span> : null}
                </Table.Th>
                {row.values.map((value, at) => (
                  <Table.Td key={simulations[at]?.id} fw={row.differs ? 600 : 400}>
                    <bdi>{value === null ? '–' : show[row.kind](value)}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </Stack>
  );
}

import { BarChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import type { OrganisationStatistics } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

// Legend and tooltip of the chart.
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/charts/styles.css';

import { useLanguage } from '../../../i18n/use-language.ts';
import { numberLocales, useFormats } from '../../../lib/format/formats.ts';

/** Assigned and closed steps by month. The table below has the same figures for screen readers. */
export default function MonthsChart({ months }: { months: OrganisationStatistics['months'] }) {
  const { t } = useTranslation('statistics');
  const formats = useFormats();
  const lang = useLanguage();
  const month = new Intl.DateTimeFormat(numberLocales[lang], { month: 'short', timeZone: 'UTC' });
  const isRightToLeft = lang === 'ar';
  return (
    <Box aria-hidden dir="ltr" miw={0}>
      <BarChart
        h={260}
        data={months.map(({ from, received, closed }) => ({
          month: month.format(new Date(from)),
          received,
          closed,
        }))}
        dataKey="month"
        series={[
          { name: 'received', label: t('figures.received'), color: 'var(--wasl-primary)' },
          { name: 'closed', label: t('figures.closed'), color: 'var(--wasl-accent)' },
        ]}
        valueFormatter={(value) => formats.number(value)}
        withLegend
        tickLine="none"
        xAxisProps={{ reversed: isRightToLeft }}
        yAxisProps={{ allowDecimals: false, orientation: isRightToLeft ? 'right' : 'left' }}
        barProps={{ isAnimationActive: false }}
        // Hidden from screen readers, so it must not be focusable either.
        barChartProps={{ accessibilityLayer: false }}
      />
    </Box>
  );
}

import { lookAtAll, type Screen } from './look-at-all.ts';
import { as } from './partner-ways.ts';

const statistics: readonly Screen[] = [
  {
    name: 'statistics',
    as,
    at: '/statistics',
    open: ({ page, say }) => page.getByText(say('statistics:figures.median')).first().waitFor(),
  },
  {
    name: 'statistics-year',
    as,
    at: '/statistics?period=year',
    open: async ({ page, say }) => {
      await page.getByText(say('statistics:months.title')).first().waitFor();
      await page.locator('.recharts-bar').first().waitFor();
    },
  },
  {
    name: 'worklist-linked',
    as,
    at: '/requests?search=amina&stepStatus=OPEN&assignedSince=2020-01-01',
    open: ({ page, say }) =>
      page.getByRole('list', { name: say('worklist:linked.label') }).waitFor(),
  },
];

lookAtAll('what the organisation did', statistics);

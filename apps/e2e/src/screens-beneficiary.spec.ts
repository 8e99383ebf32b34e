import { lookAtAll, type Screen } from './screens.ts';

const visitors: readonly Screen[] = [
  { name: 'landing', at: ({ lang }) => `/landing/${lang}` },
  {
    name: 'not-found',
    at: '/nowhere',
    open: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];

lookAtAll([...visitors]);

import { prefetchLists } from '../../domain/reference/prefetch-lists.ts';
import type { AppRoute, TitleKey } from '../../lib/routing/route-table.ts';
import { pageLists } from './rules/page-lists.ts';

const page = (path: keyof typeof pageLists, title: TitleKey): AppRoute => ({
  path,
  access: 'everyone',
  title,
  namespaces: ['contact'],
  load: () => import('./pages/words-page.tsx'),
  prefetch: () => prefetchLists(pageLists[path]),
});

/** Public text pages; an administrator writes them in the files of the reference data. */
export const referenceRoutes: readonly AppRoute[] = [
  page('/comment-ca-marche', 'howItWorks'),
  page('/questions', 'questions'),
  page('/help', 'help'),
  page('/contact', 'contact'),
  page('/legal', 'legal'),
  page('/privacy', 'privacy'),
];

import type { AppRoute } from '../../lib/routing/route-table.ts';

export const receiptRoutes: readonly AppRoute[] = [
  {
    path: '/requests/:id/receipt',
    access: ['BENEFICIAIRE'],
    title: 'receipt',
    parent: '/requests',
    namespaces: ['requests', 'wizard', 'receipts', 'follow-up', 'contact'],
    load: () => import('./pages/receipt-page.tsx'),
  },
];

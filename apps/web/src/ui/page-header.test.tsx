import { expect, it } from 'vitest';

import { renderInApp } from '../testing/render.tsx';
import { PageHeader } from './page-header.tsx';

it('shows the number of a request left to right in the title and in the breadcrumb', async () => {
  const label = 'الملف 2026-000017';
  const { container } = await renderInApp(
    <PageHeader
      title={label}
      crumbs={[{ label: 'الرئيسية', to: '/' }, { label, to: '/requests/17' }, { label }]}
    />,
  );
  const numbers = [...container.querySelectorAll('bdi[dir=ltr]')].map((item) => item.textContent);
  expect(numbers).toEqual(['2026-000017', '2026-000017', '2026-000017']);
});

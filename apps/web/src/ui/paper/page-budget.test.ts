import { expect, it } from 'vitest';

import { bytesPerPage, documentBytes, maxPages } from './page-budget.ts';

const tenMegabytes = 10 * 1024 * 1024;

it.each([1, 6, 23, 24, maxPages.pdf])('%i pages of maximum size stay below the limit', (count) => {
  const page = bytesPerPage(count, tenMegabytes);
  expect(documentBytes(Array.from({ length: count }, () => page))).toBeLessThanOrEqual(
    tenMegabytes,
  );
  expect(page).toBeGreaterThan(200_000);
});

it('six pages have less than 3 MB', () => {
  const page = bytesPerPage(6, tenMegabytes);
  expect(documentBytes(Array.from({ length: 6 }, () => page))).toBeLessThan(3_000_000);
});

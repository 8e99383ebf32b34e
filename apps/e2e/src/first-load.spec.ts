import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

/** Scripts and style sheets that travel before anything is touched, compressed, in kB of 1000 bytes. */
const limits = [
  { name: 'the landing page', at: '/landing/fr', most: 90 },
  { name: 'the simulator without an account', at: '/simulateur', most: 320 },
  { name: 'a beneficiary’s list', at: '/requests', who: 'amina@example.org', most: 200 },
  { name: 'an agent’s list', at: '/requests', who: 'agent.cri@example.org', most: 200 },
] as const;

for (const { name, at, most, ...rest } of limits) {
  test(`the first load of ${name} stays small`, async ({ page, portal }) => {
    if ('who' in rest) await signedIn(page, portal.url, rest.who);
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (!['script', 'stylesheet'].includes(request.resourceType())) return;
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
          return responseBodySize + responseHeadersSize;
        }),
      );
    });
    await page.goto(at, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(Math.round(bytes / 1000)).toBeLessThanOrEqual(most);
  });
}

import { randomBytes } from 'node:crypto';

import type { SavedSimulation } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  generalExample,
  nordevExample,
  type TestApp,
  type TestClient,
  useTestApp,
} from '../../testing/index.ts';
import { personAccessService, personDataService } from '../accounts/index.ts';
import { sharesService } from './index.ts';

let now = new Date('2026-03-01T12:00:00Z');
let person: Awaited<ReturnType<TestApp['make']['aBeneficiary']>>;
let owner: TestClient;
let email: string;
let id: number;
const app = useTestApp({ clock: { now: () => now }, env: { TRUST_PROXY: '1' } });
beforeAll(async () => {
  await app.make.theRuleSets();
  person = await app.make.aBeneficiary({ prenom: 'Salma', nom: 'El Fassi' });
  ({ email } = person);
  owner = await app.as(person);
  const simulated = await owner.post('/simulate', generalExample).expect(200);
  id = (simulated.body as { simulationPrimeId: number }).simulationPrimeId;
});

const share = async (of = id): Promise<string> => {
  const { body } = await owner.post(`/simulations/${String(of)}/share`, {}).expect(201);
  return new URL((body as { url: string }).url).pathname;
};
const visit = async (path: string, lang = 'fr') => {
  const answer = await fetch(`${app.baseUrl}${path}?lang=${lang}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const statusOf = async (path: string): Promise<number> => (await visit(path)).status;
const untilOf = async () =>
  ((await owner.get('/simulations').expect(200)).body as SavedSimulation[]).find(
    (one) => one.id === id,
  )?.sharedUntil;

describe('the link of a simulation', () => {
  it('shows figures to everybody with the link, without data of the person or the project', async () => {
    const page = await visit(await share());
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/Montant de la prime[^]*10/);
    expect(page.text).toContain('Prime territoriale');
    for (const secret of [
      'Salma',
      'Fassi',
      generalExample.intituleProjet,
      generalExample.consistanceProjet,
      'Tanger',
    ])
      expect(page.text).not.toContain(secret);
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).not.toContain('<script');
    // The preview in messages says no more than the page.
    expect(page.text).toContain('property="og:image" content="http://wasl.test/previews/fr.png"');
    expect(page.text).toMatch(/property="og:description" content="Cette page montre des chiffres/);
    expect(page.text.length).toBeLessThan(8000);
  });

  it('opens in the reader’s language, also for NORDEV with its indicative rates', async () => {
    const simulated = await owner.post('/simulate-nordev', nordevExample).expect(200);
    const { simulationPrimeNordevId } = (
      simulated.body as { data: { simulationPrimeNordevId: number } }
    ).data;
    const path = await share(simulationPrimeNordevId);
    expect((await visit(path, 'ar')).text).toContain('dir="rtl"');
    expect((await visit(path, 'fr')).text).toContain('à titre indicatif');
  });

  it('cannot be guessed, is stored as a hash, and is shown once', async () => {
    const path = await share();
    expect(path).toMatch(/^\/partage\/[A-Za-z0-9_-]{32}$/);
    const rows = await app.db.simulationShare.findMany();
    expect(JSON.stringify(rows)).not.toContain(path.slice(9));
    for (const wrong of [
      `${path}x`,
      '/partage/x',
      '/partage/',
      '/partage/%00',
      '/partage/%3Cb%3E',
    ]) {
      const page = await visit(wrong);
      expect(page.status).toBe(404);
      expect(page.text).not.toContain('<b>');
    }
    expect(await statusOf(`/partage/${'A'.repeat(32)}`)).toBe(404);
  });

  it('ends when it is replaced, when it is revoked, and with the simulation', async () => {
    const first = await share();
    const second = await share();
    expect(await statusOf(first)).toBe(404);
    expect(await statusOf(second)).toBe(200);
    expect(await untilOf()).toBe('2026-03-31T12:00:00.000Z');
    await owner.delete(`/simulations/${String(id)}/share`).expect(200);
    expect(await statusOf(second)).toBe(404);
    expect(await untilOf()).toBeNull();
    await owner.delete(`/simulations/${String(id)}/share`).expect(404);
    const copy = await owner.post(`/simulations/${String(id)}/copy`, { name: 'x' }).expect(201);
    const other = (copy.body as { id: number }).id;
    const third = await share(other);
    await owner.delete(`/simulations/${String(other)}`).expect(200);
    expect(await statusOf(third)).toBe(404);
  });

  it('is created and revoked only by the owner', async () => {
    const stranger = await app.as(await app.make.aBeneficiary());
    const path = await share();
    await stranger.post(`/simulations/${String(id)}/share`, {}).expect(404);
    await stranger.delete(`/simulations/${String(id)}/share`).expect(404);
    expect(await statusOf(path)).toBe(200);
  });

  it('is unavailable while its owner is suspended', async () => {
    const path = await share();
    const people = personAccessService(app.deps);
    const word = { reason: 'Asked by the board', by: 'Test' };
    await people.suspend(email, word);
    expect(await statusOf(path)).toBe(404);
    await people.reopen(email, word);
    expect(await statusOf(path)).toBe(200);
    owner = await app.as(person);
  });

  it('expires after 30 days, and is deleted', async () => {
    const path = await share();
    now = new Date(now.getTime() + 30 * 24 * 3_600_000);
    expect(await statusOf(path)).toBe(404);
    await sharesService(app.deps).forgetEnded();
    expect(await app.db.simulationShare.count()).toBe(0);
  });

  it('is permanently unavailable once its owner is erased', async () => {
    owner = await app.as(person);
    const path = await share();
    expect(await statusOf(path)).toBe(200);
    await personDataService(app.deps).erase(person.id, 'administrator');
    expect(await statusOf(path)).toBe(404);
    expect(await app.db.simulationShare.count()).toBe(0);
  });
});

// 121 pages on a possibly busy machine, so the test has its own timeout.
it('limits guesses of links per address, and a valid link opens from another address', async () => {
  const client = await app.as(await app.make.aBeneficiary());
  const simulated = (await client.post('/simulate', generalExample).expect(200)).body as {
    simulationPrimeId: number;
  };
  const { body } = await client.post(
    `/simulations/${String(simulated.simulationPrimeId)}/share`,
    {},
  );
  const path = new URL((body as { url: string }).url).pathname;
  const from = (address: string, at: string) =>
    fetch(`${app.baseUrl}${at}`, { headers: { 'x-forwarded-for': address } });
  // 192 bits: well-formed tokens, as a guess would be.
  const guess = () => `/partage/${randomBytes(24).toString('base64url')}`;
  const [guesser, reader] = ['203.0.113.7', '203.0.113.8'];
  for (let tries = 0; tries < 120; tries += 1)
    expect((await from(guesser, guess())).status).toBe(404);
  const limited = await from(guesser, guess());
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  // From this address, the right token and receipts are refused too.
  expect((await from(guesser, path)).status).toBe(429);
  expect((await from(guesser, '/wasl/AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(429);
  expect((await from(reader, path)).status).toBe(200);
}, 60_000);

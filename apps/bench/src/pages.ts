/// <reference lib="dom" />
/**
 * The first load of the pages people meet first, as a phone on a slow line has it: what travels (JavaScript and CSS,
 * compressed, as the browser received it), largest contentful paint, layout shift, and the slowest interaction.
 * The line and the processor are those of `slow-phone.ts`.
 * Uses the built portal (`npm start` builds it) on a temporary PostgreSQL, or the one of TEST_DATABASE_URL.
 * Run: `tsx src/pages.ts [loads of each page] [part of the names of the pages]` in apps/bench.
 */
import process from 'node:process';

import type { Browser, CDPSession, Page } from '@playwright/test';
import { startTestPortal } from '@wasl/tooling/testing/portal';
import { startTestServer } from '@wasl/tooling/testing/server';

import { median, openBrowser, slowPhone } from './slow-phone.ts';

const loads = Number(process.argv[2] ?? 5);
const named = process.argv[3] ?? '';
/** Of web.dev's "good": paint within 2.5 s, shift within 0.1, interaction within 200 ms. */
const GOALS = { lcpMs: 2500, cls: 0.1, inpMs: 200 };

interface Place {
  readonly name: string;
  readonly path: string;
  readonly account?: string;
  /** JavaScript and CSS on the wire at most, kB of 1000 bytes. */
  readonly goalKb?: number;
  /** What one does first there. */
  readonly touch: (page: Page) => Promise<void>;
}

const tap = async (page: Page, name: RegExp): Promise<void> => {
  await page.getByRole('button', { name }).first().click();
};

/** Sends the empty sign-in form, which shows its faults. */
const signInEmpty = (page: Page): Promise<void> =>
  page.locator('form [type="submit"]').first().click();

const places: readonly Place[] = [
  {
    name: 'landing fr',
    path: '/landing/fr',
    goalKb: 90,
    touch: signInEmpty,
  },
  { name: 'landing ar', path: '/landing/ar', goalKb: 90, touch: signInEmpty },
  ...['simulateur', 'simulateur-nordev'].map((path) => ({
    name: path,
    path: `/${path}?lang=fr`,
    goalKb: 220,
    touch: (page: Page) => page.getByRole('textbox').first().click(),
  })),
  {
    name: 'requests, beneficiary',
    path: '/requests?lang=fr',
    account: 'amina@example.org',
    goalKb: 190,
    touch: (page) => tap(page, /^Mon compte/),
  },
  {
    name: 'requests, agent',
    path: '/requests?lang=fr',
    account: 'agent.cri@example.org',
    goalKb: 190,
    touch: (page) => tap(page, /^Mon compte/),
  },
  {
    name: 'new request',
    path: '/newRequest?lang=fr',
    account: 'amina@example.org',
    touch: (page) => page.getByRole('radio').first().click(),
  },
  {
    name: 'simulator',
    path: '/simulator?lang=fr',
    account: 'amina@example.org',
    touch: (page) => page.getByRole('textbox').first().click(),
  },
];

interface Load {
  readonly kb: number;
  readonly lcpMs: number;
  readonly cls: number;
  readonly inpMs: number;
}

/** Begins to count the bytes of scripts and sheets as they came over the line. */
function countBytes(session: CDPSession): () => number {
  const counted = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') counted.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Keeps what the browser itself says of its paints, shifts and interactions. */
function observe(): void {
  const seen = { lcp: 0, cls: 0, inp: 0 };
  Object.assign(globalThis, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(take);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  };
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) seen.cls += shift.value;
  });
  watch('event', (entry) => {
    const { interactionId } = entry as PerformanceEntry & { interactionId: number };
    if (interactionId > 0) seen.inp = Math.max(seen.inp, entry.duration);
  });
}

async function load(browser: Browser, url: string, place: Place, token?: string): Promise<Load> {
  const { page, session, close } = await slowPhone(browser);
  try {
    await page.addInitScript(observe);
    if (token !== undefined) {
      await page.addInitScript((stored) => localStorage.setItem('token', stored), token);
    }
    const bytes = countBytes(session);
    // A stream that stays open is never idle; pages ask for it after they are there.
    await page.route('**/api/changes', (route) => route.abort());
    await page.goto(url + place.path, { waitUntil: 'networkidle', timeout: 60_000 });
    const kb = bytes() / 1000;
    await place.touch(page);
    // Two frames later the interaction has been painted and told of.
    const { lcp, cls, inp } = await page.evaluate(
      () =>
        new Promise<{ lcp: number; cls: number; inp: number }>((tell) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              setTimeout(() => {
                tell(
                  (globalThis as unknown as { seen: Record<'lcp' | 'cls' | 'inp', number> }).seen,
                );
              }, 100);
            }),
          );
        }),
    );
    return { kb, lcpMs: lcp, cls, inpMs: inp };
  } finally {
    await close();
  }
}

async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/utilisateurs/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Wasl#Demo2026' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

const server = process.env.TEST_DATABASE_URL === undefined ? await startTestServer() : null;
if (server) process.env.TEST_DATABASE_URL = server.adminUrl;
const portal = await startTestPortal({ RATE_LIMIT_FACTOR: '1000' });
const browser = await openBrowser();
try {
  console.log(`Medians of ${String(loads)} first loads: slow 4G, processor ÷ 4, 360 px.`);
  for (const place of places.filter(({ name }) => name.includes(named))) {
    const token = place.account === undefined ? undefined : await signIn(portal.url, place.account);
    const seen: Load[] = [];
    for (let done = 0; done < loads; done += 1)
      seen.push(await load(browser, portal.url, place, token));
    const of = (member: keyof Load): number => median(seen.map((each) => each[member]));
    const misses = [
      ...(of('kb') > (place.goalKb ?? Number.POSITIVE_INFINITY) ? ['size'] : []),
      ...(of('lcpMs') > GOALS.lcpMs ? ['paint'] : []),
      ...(of('cls') > GOALS.cls ? ['shift'] : []),
      ...(of('inpMs') > GOALS.inpMs ? ['interaction'] : []),
    ];
    console.log(
      `${place.name}: ${of('kb').toFixed(1)} kB JavaScript and CSS` +
        `${place.goalKb === undefined ? '' : ` (goal ${String(place.goalKb)})`}, ` +
        `largest paint ${of('lcpMs').toFixed(0)} ms, shift ${of('cls').toFixed(3)}, ` +
        `interaction ${of('inpMs').toFixed(0)} ms${misses.length === 0 ? '' : `; misses: ${misses.join(', ')}`}`,
    );
    if (misses.includes('size')) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await portal.stop();
  await server?.stop();
}

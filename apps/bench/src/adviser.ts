/**
 * What an adviser's day costs, in clicks and seconds, in an organisation with 2,000 open steps: each errand by the ways that
 * the specification knows (the filters and the five dialogs of a row), where it knows one, and by the search, the parts and the
 * page of the file. A click is a click, a key pressed or a field written in; seconds run in the browser from the first of them to
 * what says that it is done, without the time a person takes to read and to type.
 * Uses the built portal (`npm start` builds it) on a temporary PostgreSQL, or the one of TEST_DATABASE_URL, and a
 * Chromium.
 * Run: `tsx src/adviser.ts [steps]` in apps/bench.
 */
import process from 'node:process';

import { chromium, type Locator, type Page } from '@playwright/test';
import { provideBrowser } from '@wasl/tooling/browser';
import { queryRows } from '@wasl/tooling/testing';
import { startTestPortal } from '@wasl/tooling/testing/portal';
import { startTestServer } from '@wasl/tooling/testing/server';

const steps = Number(process.argv[2] ?? 2000);
const agent = 'agent.cri@example.org';
const password = 'Wasl#Demo2026';

/** Requests of one open step each for the agent's organisation, over sixty days; of each fiftieth the person has written. */
async function fill(databaseUrl: string): Promise<void> {
  await queryRows(
    databaseUrl,
    `INSERT INTO users (id, email, role, nom, prenom, phone, email_confirmed_at, updated_at)
     SELECT gen_random_uuid(), 'day.' || n || '@example.org', 'BENEFICIAIRE', 'Naciri', 'Salma ' || n,
       '+2126' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), now(), now()
     FROM generate_series(1, ${String(steps)}) n RETURNING id`,
  );
  await queryRows(
    databaseUrl,
    `INSERT INTO requests (num_request, beneficiary_id, description, status, date_request, submitted_at, updated_at)
     SELECT '2025-' || lpad((900000 + n)::text, 6, '0'), u.id, 'Un accompagnement pour mon projet.', 'NOUVEAU',
       now() - make_interval(days => 1 + n % 60), now() - make_interval(days => 1 + n % 60), now()
     FROM users u, LATERAL (SELECT substring(u.email FROM '[0-9]+')::int AS n) x
     WHERE u.email LIKE 'day.%' RETURNING id`,
  );
  await queryRows(
    databaseUrl,
    `INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, assigned_at, updated_at,
       last_message_at, awaits_answer_since, awaiting_messages)
     SELECT r.id, 0, (SELECT min(id) FROM reference_items WHERE parent = 'SERVICE' AND partner_id IS NULL), u.partner_id,
       'ASSIGNED', r.date_request, now(), m.at, m.at, CASE WHEN m.at IS NULL THEN 0 ELSE 1 END
     FROM requests r, users u, LATERAL (SELECT CASE WHEN r.id % 50 = 0 THEN r.date_request END AS at) m
     WHERE r.num_request LIKE '2025-9%' AND u.email = '${agent}' RETURNING id`,
  );
  await queryRows(
    databaseUrl,
    `INSERT INTO step_messages (step_id, author_id, author_role, body, client_key, created_at)
     SELECT s.id, r.beneficiary_id, 'BENEFICIAIRE', 'Bonjour, où en est mon dossier ?', gen_random_uuid(), s.awaits_answer_since
     FROM processing_steps s JOIN requests r ON r.id = s.request_id
     WHERE r.num_request LIKE '2025-9%' AND s.awaits_answer_since IS NOT NULL RETURNING id`,
  );
}

/** What a hand does, and how often it did. */
interface Hand {
  readonly clicks: () => number;
  readonly click: (what: Locator) => Promise<void>;
  readonly write: (what: Locator, text: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
}

function handOn(page: Page): Hand {
  let clicks = 0;
  const counted = async (done: Promise<void>): Promise<void> => {
    clicks += 1;
    await done;
  };
  return {
    clicks: () => clicks,
    click: (what) => counted(what.first().click()),
    write: (what, text) => counted(what.first().fill(text)),
    press: (key) => counted(page.keyboard.press(key)),
  };
}

type Way = (hand: Hand, page: Page) => Promise<void>;
interface Errand {
  readonly name: string;
  /** By the filters and the dialogs of a row; absent where nothing of them does it. */
  readonly before?: Way;
  readonly now: Way;
}

const gone = (what: Locator) => what.first().waitFor({ state: 'detached' });
const seen = (what: Locator) => what.first().waitFor();
const progress = (page: Page) => page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
const saved = (page: Page) =>
  seen(page.getByText("L'état d'avancement a été enregistré avec succès"));
const openFile = (page: Page) => page.getByRole('link', { name: /^Ouvrir le dossier/ });
const form = (page: Page) => page.getByRole('form', { name: 'Mettre à jour l’avancement' });

/** Where the part of what is to be done leads. */
const oldestFirst = '/requests?tab=todo&sort=assignedAt,asc';

/** Chooses the first document type of a form and saves it. */
async function askFor(hand: Hand, within: Locator, page: Page): Promise<void> {
  await hand.click(within.getByRole('combobox', { name: 'Documents à demander' }));
  await hand.click(page.getByRole('listbox').getByRole('option'));
  await hand.press('Escape');
  await hand.click(within.getByRole('button', { name: 'Enregistrer', exact: true }));
  await saved(page);
}

/** Closes with 100 % and goes to the next one. */
async function closeAndGoOn(hand: Hand, within: Locator, page: Page): Promise<void> {
  await hand.write(within.getByRole('slider', { name: 'Avancement' }), '100');
  await hand.click(within.getByRole('button', { name: 'Enregistrer et passer à la suivante' }));
  await hand.click(page.getByRole('button', { name: 'Déclarer traitée à 100 %' }));
  await saved(page);
}

const errands: readonly Errand[] = [
  {
    name: 'take the oldest',
    // A file is nobody's there: the oldest is opened.
    before: async (hand, page) => {
      await page.goto('/requests?tab=todo&sort=dateRequest,asc');
      await hand.click(page.getByRole('button', { name: /^Mettre à jour/ }));
      await seen(progress(page).getByRole('slider'));
    },
    now: async (hand, page) => {
      await page.goto(oldestFirst);
      await hand.click(page.getByRole('button', { name: /^Dossier .* responsable .*Personne/ }));
      await hand.click(page.getByRole('menuitem', { name: 'Prendre ce dossier' }));
      await seen(page.getByText(/^Le dossier .* est à vous/));
    },
  },
  {
    name: 'ask for a document',
    before: async (hand, page) => {
      await page.goto('/requests?tab=todo&sort=numRequest,asc');
      await hand.click(page.getByRole('button', { name: /^Mettre à jour/ }));
      await seen(progress(page).getByRole('slider'));
      await askFor(hand, progress(page), page);
    },
    now: async (hand, page) => {
      await page.goto(oldestFirst);
      await hand.click(openFile(page));
      await seen(form(page).getByRole('slider'));
      await askFor(hand, form(page), page);
    },
  },
  {
    name: 'answer a message',
    now: async (hand, page) => {
      await page.goto('/messages');
      await hand.click(page.getByRole('main').getByRole('link', { name: /Salma/ }));
      const field = page.getByRole('textbox', { name: /^Message à/ });
      await hand.write(field, 'Votre dossier est complet.');
      await hand.click(page.getByRole('button', { name: 'Envoyer' }));
      await seen(page.getByRole('log').getByText('Votre dossier est complet.'));
    },
  },
  {
    name: 'close and go on',
    before: async (hand, page) => {
      await page.goto('/requests?tab=todo&sort=numRequest,desc');
      await hand.click(page.getByRole('button', { name: /^Mettre à jour/ }));
      await seen(progress(page).getByRole('slider'));
      await closeAndGoOn(hand, progress(page), page);
    },
    now: async (hand, page) => {
      await page.goto(oldestFirst);
      await hand.click(openFile(page));
      await seen(form(page).getByRole('slider'));
      await closeAndGoOn(hand, form(page), page);
    },
  },
  {
    name: 'find a person by half a phone number',
    now: async (hand, page) => {
      await page.goto(oldestFirst);
      await seen(openFile(page));
      await hand.write(page.getByRole('searchbox'), '06 07 91 90');
      await hand.press('Enter');
      await page.waitForURL(/search=/);
      await seen(page.getByRole('row').filter({ hasText: 'Salma' }));
    },
  },
  {
    name: 'hand over',
    now: async (hand, page) => {
      await page.goto(oldestFirst);
      await hand.click(page.getByRole('button', { name: /^Dossier .* responsable/ }));
      await hand.click(page.getByRole('menuitem', { name: 'Confier à un collègue…' }));
      const dialog = page.getByRole('dialog', { name: /^À qui confier le dossier/ });
      await hand.click(dialog.getByRole('button', { name: 'Bahija Tazi' }));
      await gone(dialog);
    },
  },
  {
    name: 'what did we do this month',
    now: async (hand, page) => {
      await page.goto(oldestFirst);
      await hand.click(page.getByRole('link', { name: /^(Statistiques|Bilan)/ }));
      await seen(page.getByRole('heading', { level: 2 }));
    },
  },
];

async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/utilisateurs/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

const server = process.env.TEST_DATABASE_URL === undefined ? await startTestServer() : null;
if (server) process.env.TEST_DATABASE_URL = server.adminUrl;
const portal = await startTestPortal({ RATE_LIMIT_FACTOR: '1000' });
const browser = await chromium.launch({
  executablePath: await provideBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await fill(portal.databaseUrl);
  // Somebody to hand a file to.
  await queryRows(
    portal.databaseUrl,
    `INSERT INTO users (id, email, role, nom, prenom, partner_id, email_confirmed_at, approved_at, updated_at, password_hash)
     SELECT gen_random_uuid(), 'bahija@example.org', 'PARTENAIRE', 'Tazi', 'Bahija', partner_id, now(), now(), now(), password_hash
     FROM users WHERE email = '${agent}' RETURNING id`,
  );
  const token = await signIn(portal.url, agent);
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: 'fr-FR',
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript((stored) => {
    localStorage.setItem('token', stored);
    localStorage.setItem('lang', 'fr');
  }, token);
  context.setDefaultTimeout(60_000);
  const cost = async (way: Way): Promise<string> => {
    const page = await context.newPage();
    const hand = handOn(page);
    const begun = performance.now();
    await way(hand, page);
    const seconds = (performance.now() - begun) / 1000;
    await page.close();
    return `${String(hand.clicks())} clicks, ${seconds.toFixed(1)} s`;
  };
  // The code of the pages is in the browser's cache, as on any day but the first.
  await cost(async (_hand, page) => {
    await page.goto(oldestFirst);
    await openFile(page).first().click();
    await seen(form(page).getByRole('slider'));
  });
  console.log(`${String(steps)} open steps in the organisation; seconds with the page's load.`);
  for (const { name, before, now } of errands) {
    const then = before === undefined ? 'none' : await cost(before);
    console.log(`${name}: by the dialogs of a row ${then}; now ${await cost(now)}`);
  }
} finally {
  await browser.close();
  await portal.stop();
  await server?.stop();
}

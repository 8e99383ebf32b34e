import type { Page } from '@playwright/test';

import { notPdf, pdf } from './files.ts';
import { type Look, lookAtAll, type Screen } from './screens.ts';
import { demoPassword } from './signed-in.ts';
import { fillGeneral, fillNordev } from './simulator-forms.ts';

const amina = 'amina@example.org';
const cooperative = 'nord.cooperative@example.org';
const longNeed =
  'Ouvrir un atelier de savonnerie à Tanger, avec une presse à froid, un point de vente et deux emplois. مشروع صابون بزيت الزيتون';

const click = (look: Look, role: 'button' | 'link' | 'tab', key: string) =>
  look.page
    .getByRole(role, { name: look.say(key) })
    .first()
    .click();
const next = (look: Look) => click(look, 'button', 'common:actions.next');
const heading = (page: Page, level: number) =>
  page.getByRole('heading', { level }).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
const inDialog = async (page: Page, selector: string) => {
  await page.getByRole('dialog').locator(selector).first().waitFor();
};

/** The newest request of whoever looks, in a status. */
async function requestIn({ call }: Look, status: string): Promise<string> {
  const rows = (await call('POST', '/requests/filter?size=50', [])) as {
    id: number;
    status: { code: string };
  }[];
  const row = rows.find((one) => one.status.code === status);
  if (row === undefined) throw new Error(`no request is ${status}`);
  return String(row.id);
}

/** A draft on the device, as an earlier visit left it. */
async function leaveDraft(page: Page, key: string, value: unknown): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      localStorage.setItem(`draft:${name}`, text);
    },
    [key, JSON.stringify({ value, savedAt: Date.now() - 3_600_000 })] as const,
  );
}

/** Pages that leave for the sign-in after three seconds stay: what waits that long never comes. */
async function staysThere({ page }: { page: Page }): Promise<void> {
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (work: () => void, wait = 0) => (wait < 2500 ? soon(work, wait) : 0),
    });
  });
}

const signUpDraft = {
  nom: 'Bennani',
  prenom: 'Salma',
  birthDate: '1998-05-17',
  sex: 'FEMININ',
  nationality: 'MA',
  levelOfStudy: 'BAC_3',
  province: '01.151',
  city: 'Chefchaouen',
  address: '12, rue du Rif',
  phone: '612345678',
  email: 'salma.bennani@example.org',
  organisation: 'new',
};

async function secondSignUpStep(look: Look, type: 'particulier' | 'entreprise'): Promise<void> {
  await click(look, 'button', 'common:actions.resume');
  await look.page.locator('input[name=password]').fill('Rif#Montagne26');
  await look.page.locator('input[name=confirmedPassword]').fill('Rif#Montagne26');
  await next(look);
  await look.page.locator(`input[type=radio][value=${type}]`).check();
}

const visitors: readonly Screen[] = [
  { name: 'landing', at: ({ lang }) => `/landing/${lang}` },
  {
    name: 'landing-faults',
    at: ({ lang }) => `/landing/${lang}`,
    open: async ({ page }) => {
      await page.locator('form button[type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'landing-pending',
    at: ({ lang }) => `/landing/${lang}`,
    open: async ({ page }) => {
      await page.locator('#email').fill('nouveau@example.org');
      await page.locator('#password').fill(demoPassword);
      await page.locator('form button[type=submit]').click();
      await page.locator('form').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'landing-refused',
    at: ({ lang }) => `/landing/${lang}`,
    open: async ({ page }) => {
      await page.locator('#email').fill(amina);
      await page.locator('#password').fill('Mauvais#2026x');
      await page.locator('form button[type=submit]').click();
      await page.locator('[role=alert]:not(:empty)').first().waitFor();
    },
  },
  {
    name: 'landing-ended',
    at: '/newRequest',
    open: ({ page }) => page.locator('#sign-in').waitFor(),
  },
  {
    name: 'sign-up',
    at: '/signUp?pAuth=ben',
    open: ({ page }) => page.getByRole('form').waitFor(),
  },
  {
    name: 'sign-up-faults',
    at: '/signUp?pAuth=ben',
    open: async (look) => {
      await next(look);
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'sign-up-draft',
    at: '/signUp?pAuth=ben',
    before: ({ page }) => leaveDraft(page, 'anonymous:sign-up-ben', signUpDraft),
    open: ({ page }) => page.getByRole('form').waitFor(),
  },
  {
    name: 'sign-up-individual',
    at: '/signUp?pAuth=ben',
    before: ({ page }) => leaveDraft(page, 'anonymous:sign-up-ben', signUpDraft),
    open: (look) => secondSignUpStep(look, 'particulier'),
  },
  {
    name: 'sign-up-company',
    at: '/signUp?pAuth=ben',
    before: ({ page }) => leaveDraft(page, 'anonymous:sign-up-ben', signUpDraft),
    open: async (look) => {
      await secondSignUpStep(look, 'entreprise');
      await look.page.locator('input[name$=ice]').fill('001234567000013');
      await click(look, 'button', 'accounts:signUp.submit');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'sign-up-agent',
    at: '/signUp?pAuth=par',
    open: ({ page }) => page.getByRole('form').waitFor(),
  },
  {
    name: 'sign-up-agent-faults',
    at: '/signUp?pAuth=par',
    open: async (look) => {
      await click(look, 'button', 'accounts:signUp.submit');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'sign-up-new-organisation',
    at: '/signUp?pAuth=par',
    before: ({ page }) => leaveDraft(page, 'anonymous:sign-up-par', signUpDraft),
    open: (look) => click(look, 'button', 'common:actions.resume'),
  },
  {
    name: 'sign-up-consent',
    at: '/signUp?pAuth=par',
    before: ({ page }) =>
      leaveDraft(page, 'anonymous:sign-up-par', {
        ...signUpDraft,
        partner: {
          id: null,
          title: 'Association Oued Laou',
          description: 'Tourisme rural',
          areas: 'TOURISME',
        },
      }),
    open: async (look) => {
      await click(look, 'button', 'common:actions.resume');
      await look.page.locator('input[name=password]').fill('Rif#Montagne26');
      await look.page.locator('input[name=confirmedPassword]').fill('Rif#Montagne26');
      await click(look, 'button', 'accounts:signUp.submit');
      await dialog(look.page);
    },
  },
  {
    name: 'sign-up-member',
    at: '/signUp?pAuth=men',
    open: ({ page }) => page.getByRole('form').waitFor(),
  },
  {
    name: 'sign-up-failed-load',
    at: '/signUp?pAuth=ben',
    before: ({ page }) =>
      page.route('**/api/params/**', (route) => route.fulfill({ status: 500, body: '' })),
    open: ({ page }) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'forgot-password',
    at: '/forgotPassword',
    open: ({ page }) => page.getByRole('form').waitFor(),
  },
  {
    name: 'forgot-password-done',
    at: '/forgotPassword',
    isApart: true,
    before: staysThere,
    open: async (look) => {
      await look.page.locator('input[name=email]').fill('personne@example.org');
      await click(look, 'button', 'common:actions.search');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'reset-password',
    at: '/reinitialiserMotPasse/abc',
    before: ({ page }) =>
      page.route('**/reinitialiserMotPasse?token=*', (route) => route.fulfill({ json: {} })),
    open: async ({ page }) => {
      await page.locator('input[name=password]').fill('court1');
    },
  },
  {
    name: 'reset-password-expired',
    at: '/reinitialiserMotPasse/abc',
    isApart: true,
    before: staysThere,
    open: ({ page }) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'email-confirmed',
    at: '/emailConfirmation/abc',
    isApart: true,
    before: async ({ page }) => {
      await staysThere({ page });
      await page.route('**/email/confirm/*', (route) => route.fulfill({ json: {} }));
    },
    open: ({ page }) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'email-not-confirmed',
    at: '/emailConfirmation/abc',
    isApart: true,
    before: staysThere,
    open: ({ page }) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'approve-agent',
    at: '/approveAgent/abc',
    open: ({ page }) => page.locator('main button').first().waitFor(),
  },
  {
    name: 'public-receipt',
    as: amina,
    at: async (look) => {
      const id = await requestIn(look, 'ENTAME');
      const { publicUrl } = (await look.call('GET', `/requests/${id}/receipt`)) as {
        publicUrl: string;
      };
      return `${new URL(publicUrl).pathname}?lang=${look.lang}`;
    },
  },
  { name: 'public-receipt-unknown', at: ({ lang }) => `/wasl/AAAAAAAAAAAAAAAAAAAAAA?lang=${lang}` },
];

const lists: readonly Screen[] = [
  {
    name: 'requests',
    as: amina,
    at: '/requests',
    open: ({ page }) => page.locator('tbody a').first().waitFor(),
  },
  {
    name: 'requests-no-match',
    as: amina,
    at: '/requests?number=1999-000001',
    open: (look) => look.page.getByText(look.say('requests:empty.noMatch')).waitFor(),
  },
  {
    name: 'requests-failed-load',
    as: amina,
    at: '/requests',
    before: ({ page }) =>
      page.route('**/api/requests/filter*', (route) => route.fulfill({ status: 500, body: '' })),
    open: ({ page }) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'requests-unqualified',
    as: cooperative,
    at: '/requests',
    open: async (look) => {
      await click(look, 'button', 'survey:later');
      await look.page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'survey',
    as: cooperative,
    at: '/requests',
    open: ({ page }) => inDialog(page, 'textarea'),
  },
  {
    name: 'survey-faults',
    as: cooperative,
    at: '/requests',
    open: async (look) => {
      const form = look.page.getByRole('dialog');
      await form.locator('input[name=projectIdea]').first().check();
      await form.locator('input[name=dejaAccompagne]').first().check();
      await click(look, 'button', 'common:actions.save');
      await form.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'new-request-unqualified',
    as: cooperative,
    at: '/newRequest',
    open: (look) => look.page.getByText(look.say('requests:survey.needed')).waitFor(),
  },
  {
    name: 'delete-request',
    as: amina,
    at: '/requests?status=EN_COURS_DE_CREATION',
    open: async (look) => {
      await look.page.locator('tbody button[title]').first().click();
      await dialog(look.page);
    },
  },
  {
    name: 'submit-incomplete',
    as: amina,
    at: '/requests?status=A_REFOURMULER',
    before: ({ page }) =>
      page.route('**/submission*', async (route) => {
        const answer = await route.fetch();
        const preview = (await answer.json()) as object;
        await route.fulfill({
          json: { ...preview, missingDocuments: ['BUSINESS_PLAN'], isJourneyOpen: false },
        });
      }),
    open: async (look) => {
      await look.page.goto(`/requests/${await requestIn(look, 'EN_COURS_DE_CREATION')}`);
      await click(look, 'button', 'requests:actions.submit');
      await inDialog(look.page, '[role=alert]');
    },
  },
  {
    name: 'submit-check',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'EN_COURS_DE_CREATION')}`,
    open: async (look) => {
      await click(look, 'button', 'requests:actions.submit');
      await inDialog(look.page, 'ol');
    },
  },
  {
    name: 'bell',
    as: amina,
    at: '/requests?number=1999-000001',
    open: async (look) => {
      await look.page.locator('button[aria-haspopup=dialog][popovertarget]').first().click();
      await inDialog(look.page, 'h2');
    },
  },
  {
    name: 'bell-empty',
    as: cooperative,
    at: '/profileSettings',
    open: async (look) => {
      await look.page.locator('button[aria-haspopup=dialog][popovertarget]').first().click();
      await look.page.getByText(look.say('notices:empty')).waitFor();
    },
  },
  {
    name: 'user-menu',
    as: amina,
    at: '/requests?number=1999-000001',
    open: async (look) => {
      await look.page
        .getByRole('button', { name: new RegExp(look.say('layout:menu.user').source.slice(0, -1)) })
        .click();
      await look.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'navigation-drawer',
    as: amina,
    at: '/requests?number=1999-000001',
    widths: [360],
    open: async (look) => {
      await click(look, 'button', 'layout:nav.open');
      await inDialog(look.page, 'a');
    },
  },
  {
    name: 'sign-out-question',
    as: amina,
    at: '/requests?number=1999-000001',
    before: ({ page }) => leaveDraft(page, `${amina}:request`, { description: longNeed }),
    open: async (look) => {
      await look.page
        .getByRole('button', { name: new RegExp(look.say('layout:menu.user').source.slice(0, -1)) })
        .click();
      await look.page.getByRole('menuitem', { name: look.say('layout:menu.signOut') }).click();
      await dialog(look.page);
    },
  },
  {
    name: 'session-ending',
    as: amina,
    at: '/simulator',
    isApart: true,
    before: ({ page }) => page.clock.install(),
    open: async ({ page }) => {
      await page.getByRole('form').waitFor();
      await page.clock.fastForward('07:56:00');
    },
  },
  {
    name: 'unauthorized',
    as: amina,
    at: '/imports',
    open: ({ page }) => page.locator('main a').first().waitFor(),
  },
  {
    name: 'broken-page',
    as: amina,
    at: '/requests?number=1999-000001',
    open: async (look) => {
      await look.page.route('**/assets/*', (route) => route.abort());
      await click(look, 'link', 'layout:nav.simulator');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
];

/** The wizard of a new request, personalised, up to a step counted from 0. */
async function personalised(look: Look, step: number): Promise<void> {
  const { page } = look;
  await page.getByRole('radio').nth(1).check();
  await next(look);
  await page.getByRole('checkbox').first().check();
  if (step === 1) return;
  await next(look);
  await page.locator('textarea').fill(longNeed);
  if (step === 2) return;
  await next(look);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(pdf('plan-daffaires-atelier-de-savonnerie-2026-version-finale.pdf'));
}

const requests: readonly Screen[] = [
  {
    name: 'wizard-kind',
    as: amina,
    at: '/newRequest',
    open: ({ page }) => page.getByRole('radio').first().check(),
  },
  {
    name: 'wizard-journeys',
    as: amina,
    at: '/newRequest',
    open: async (look) => {
      await look.page.getByRole('radio').first().check();
      await next(look);
      await look.page.locator('input[name=journey]:enabled').first().check();
    },
  },
  {
    name: 'wizard-journeys-no-match',
    as: amina,
    at: '/newRequest?title=zzz',
    open: async (look) => {
      await look.page.getByRole('radio').first().check();
      await next(look);
      await look.page.getByText(look.say('wizard:journeys.noMatch')).waitFor();
    },
  },
  { name: 'wizard-services', as: amina, at: '/newRequest', open: (look) => personalised(look, 1) },
  { name: 'wizard-need', as: amina, at: '/newRequest', open: (look) => personalised(look, 2) },
  { name: 'wizard-documents', as: amina, at: '/newRequest', open: (look) => personalised(look, 3) },
  {
    name: 'wizard-faults',
    as: amina,
    at: '/newRequest',
    open: async (look) => {
      await personalised(look, 3);
      await look.page.locator('input[type=url]').fill('https://example.org');
      await click(look, 'button', 'common:actions.add');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'wizard-registration',
    as: amina,
    at: '/newRequest?title=TDC',
    open: async (look) => {
      await look.page.getByRole('radio').first().check();
      await next(look);
      await look.page.locator('input[name=journey]').first().check();
      await next(look);
      await next(look);
      await click(look, 'button', 'common:actions.add');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'wizard-draft',
    as: amina,
    at: '/newRequest',
    before: ({ page }) =>
      leaveDraft(page, `${amina}:request`, {
        step: 2,
        mode: 'personalised',
        services: [],
        journeyDef: null,
        description: longNeed,
        urlVideo: '',
        visitedLinkOf: null,
      }),
    open: (look) =>
      look.page.getByRole('button', { name: look.say('common:actions.resume') }).waitFor(),
  },
  {
    name: 'wizard-upload-failed',
    as: amina,
    at: '/newRequest',
    open: async (look) => {
      await personalised(look, 3);
      await look.page.locator('input[type=file]').nth(1).setInputFiles(notPdf('annexe.pdf'));
      await click(look, 'button', 'common:actions.add');
      await look.page.getByRole('button', { name: look.say('wizard:upload.leave') }).waitFor();
    },
  },
  {
    name: 'saved-not-submitted',
    as: amina,
    at: '/newRequest',
    open: async (look) => {
      await personalised(look, 2);
      await next(look);
      await click(look, 'button', 'common:actions.add');
      await look.page
        .getByRole('button', { name: look.say('requests:actions.submitNow') })
        .waitFor();
    },
  },
  {
    name: 'view-draft',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'EN_COURS_DE_CREATION')}`,
    open: ({ page }) => heading(page, 2),
  },
  {
    name: 'view-rephrase',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'A_REFOURMULER')}`,
    open: ({ page }) => heading(page, 2),
  },
  {
    name: 'view-journey',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'ENTAME')}`,
    open: ({ page }) => heading(page, 2),
  },
  {
    name: 'view-unknown',
    as: amina,
    at: '/requests/999999',
    open: ({ page }) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'edit-rephrase',
    as: amina,
    at: async (look) => `/editRequest/${await requestIn(look, 'A_REFOURMULER')}`,
    open: ({ page }) => page.getByRole('checkbox').first().check(),
  },
  {
    name: 'edit-locked',
    as: amina,
    at: async (look) => `/editRequest/${await requestIn(look, 'ENTAME')}`,
    open: ({ page }) => page.locator('main a').last().waitFor(),
  },
  {
    name: 'receipt',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'NOUVEAU')}/receipt`,
    open: ({ page }) => heading(page, 2),
  },
  {
    name: 'receipt-begun',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'ENTAME')}/receipt`,
    open: ({ page }) => heading(page, 2),
  },
  {
    name: 'receipt-none',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'EN_COURS_DE_CREATION')}/receipt`,
    open: (look) => look.page.getByText(look.say('receipt:none.title')).waitFor(),
  },
];

const followed = async (look: Look) => {
  await look.page.locator('tbody button[title]').last().click();
  await inDialog(look.page, 'li');
};

const followUps: readonly Screen[] = [
  { name: 'follow-up-documents', as: amina, at: '/requests?number=2026-000010', open: followed },
  { name: 'follow-up-rating', as: amina, at: '/requests?number=2026-000003', open: followed },
  {
    name: 'follow-up-journey',
    as: amina,
    at: '/requests?status=ENTAME&sort=numRequest,desc',
    open: followed,
  },
  {
    name: 'follow-up-fault',
    as: amina,
    at: '/requests?number=2026-000010',
    open: async (look) => {
      await followed(look);
      const input = look.page.getByRole('dialog').locator('input[type=file]').first();
      await input.setInputFiles(notPdf('devis.pdf'));
      await look.page
        .getByRole('dialog')
        .getByRole('button', { name: look.say('follow-up:documents.sendOne') })
        .click();
      await inDialog(look.page, '[role=alert]');
    },
  },
  {
    name: 'messages',
    as: amina,
    at: '/messages',
    open: ({ page }) => page.locator('main li a').first().waitFor(),
  },
  {
    name: 'messages-empty',
    as: cooperative,
    at: '/messages',
    open: (look) => look.page.getByText(look.say('exchange:list.empty')).waitFor(),
  },
  {
    name: 'conversation',
    as: amina,
    at: '/messages',
    open: async ({ page }) => {
      await page.locator('main li a').first().click();
      await page.getByRole('textbox').fill(`${longNeed}\n${longNeed}`);
    },
  },
];

const profiles: readonly Screen[] = [
  {
    name: 'profile',
    as: amina,
    at: '/profileSettings',
    open: ({ page }) => page.locator('main h2').nth(5).waitFor(),
  },
  {
    name: 'profile-company',
    as: cooperative,
    at: '/profileSettings',
    open: ({ page }) => page.locator('main h2').nth(5).waitFor(),
  },
  {
    name: 'profile-faults',
    as: amina,
    at: '/profileSettings',
    open: async (look) => {
      await look.page.locator('[name=address]').fill('');
      await look.page.locator('main form').first().locator('button[type=submit]').click();
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'profile-delete',
    as: amina,
    at: '/profileSettings',
    open: async (look) => {
      await click(look, 'button', 'profile:data.delete');
      await inDialog(look.page, 'input');
    },
  },
  {
    name: 'profile-failed-load',
    as: amina,
    at: '/profileSettings',
    before: ({ page }) =>
      page.route('**/api/currentUser/**', (route) => route.fulfill({ status: 503, body: '' })),
    open: ({ page }) => page.locator('main [role=alert]').first().waitFor(),
  },
];

const words = {
  fr: { next: 'Suivant', yes: 'Oui', no: 'Non', calculate: 'Calculer' },
  ar: { next: 'التالي', yes: 'نعم', no: 'لا', calculate: 'احتساب' },
} as const;
const generalWords = {
  fr: { place: 'Ouezzane', industry: 'Industrie', type: 'Automobile', privateLand: 'Privé' },
  ar: { place: 'وزان', industry: 'الصناعة', type: 'السيارات', privateLand: 'خاص' },
} as const;
const nordevWords = {
  fr: { category: 'Grande entreprise', place: 'Hoce', high: 'Forte' },
  ar: { category: 'مقاولة كبرى', place: 'الحسيمة', high: 'قوي' },
} as const;
const general = ({ page, lang }: Look) =>
  fillGeneral(page, { ...words[lang], ...generalWords[lang] });
const nordev = ({ page, lang }: Look) => fillNordev(page, { ...words[lang], ...nordevWords[lang] });

const simulators: readonly Screen[] = [
  {
    name: 'simulator',
    as: amina,
    at: '/simulator',
    open: ({ page }) => page.getByRole('form').waitFor(),
  },
  {
    name: 'simulator-faults',
    as: amina,
    at: '/simulator',
    open: async ({ page }) => {
      for (const name of ['intituleProjet', 'consistanceProjet', 'effectif']) {
        await page.locator(`[name=${name}]`).focus();
        await page.locator(`[name=${name}]`).blur();
      }
    },
  },
  {
    name: 'simulator-capex',
    as: amina,
    at: '/simulator',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'common:actions.back');
      await look.page.locator('[name=equipements]').waitFor();
    },
  },
  { name: 'simulator-payroll', as: amina, at: '/simulator', open: general },
  {
    name: 'simulator-result',
    as: amina,
    at: '/simulator',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'simulators:actions.calculate');
      await look.page.getByRole('heading', { name: look.say('simulators:steps.result') }).waitFor();
      for (const why of await look.page.locator('details > summary').all()) await why.click();
    },
  },
  {
    name: 'simulator-ineligible',
    as: amina,
    at: '/simulator',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'common:actions.back');
      await click(look, 'button', 'common:actions.back');
      await look.page.locator('[name=effectif]').fill('30');
      await next(look);
      await next(look);
      await click(look, 'button', 'simulators:actions.calculate');
      await dialog(look.page);
    },
  },
  {
    name: 'nordev',
    as: amina,
    at: '/simulator-nordev',
    open: ({ page }) => page.getByRole('form').waitFor(),
  },
  { name: 'nordev-characteristics', as: amina, at: '/simulator-nordev', open: nordev },
  {
    name: 'nordev-result',
    as: amina,
    at: '/simulator-nordev',
    open: async (look) => {
      await nordev(look);
      await click(look, 'button', 'simulators:actions.calculate');
      await look.page.getByRole('heading', { name: look.say('simulators:steps.result') }).waitFor();
      for (const why of await look.page.locator('details > summary').all()) await why.click();
    },
  },
];

lookAtAll([...visitors, ...lists, ...requests, ...followUps, ...profiles, ...simulators]);

import { tokenOf } from '../signed-in.ts';
import { fillGeneral, fillNordev, smallNordev } from '../simulator-forms.ts';
import { type Look, lookAtAll } from './look-at-all.ts';
import { amina, click, dialog, next, seen, seenBy } from './ways.ts';

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

const simulators = seenBy(amina, [
  { name: 'simulator', at: '/simulator', open: seen('form') },
  {
    name: 'simulator-faults',
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
    at: '/simulator',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'common:actions.back');
      await look.page.locator('[name=equipements]').waitFor();
    },
  },
  { name: 'simulator-payroll', at: '/simulator', open: general },
  {
    name: 'simulator-result',
    at: '/simulator',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'simulations:actions.calculate');
      await look.page
        .getByRole('heading', { name: look.say('simulations:steps.result') })
        .waitFor();
      // The result travels after the form.
      await look.page.locator('details > summary').first().waitFor();
      for (const why of await look.page.locator('details > summary').all()) await why.click();
    },
  },
  {
    name: 'simulator-ineligible',
    at: '/simulator',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'common:actions.back');
      await click(look, 'button', 'common:actions.back');
      await look.page.locator('[name=effectif]').fill('30');
      await next(look);
      await next(look);
      await click(look, 'button', 'simulations:actions.calculate');
      await dialog(look.page);
    },
  },
  { name: 'nordev', at: '/simulator-nordev', open: seen('form') },
  {
    name: 'my-simulations',
    at: '/simulations',
    open: async ({ page, portal }) => {
      const headers = { authorization: `Bearer ${await tokenOf(page.request, portal.url, amina)}` };
      const keep = (data: object) =>
        page.request.post(`${portal.url}/api/simulate-nordev`, { headers, data });
      await keep(smallNordev);
      await keep({ ...smallNordev, nombreEmploiStableCree: 3 });
      await page.reload();
      const boxes = page.getByRole('listitem').getByRole('checkbox');
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'simulator-public-result',
    at: '/simulateur',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'simulations:actions.calculate');
      await look.page.getByRole('heading', { name: look.say('simulations:keep.title') }).waitFor();
    },
  },
  { name: 'nordev-public', at: '/simulateur-nordev', open: seen('form') },
  { name: 'nordev-characteristics', at: '/simulator-nordev', open: nordev },
  {
    name: 'nordev-result',
    at: '/simulator-nordev',
    open: async (look) => {
      await nordev(look);
      await click(look, 'button', 'simulations:actions.calculate');
      await look.page
        .getByRole('heading', { name: look.say('simulations:steps.result') })
        .waitFor();
      // The result travels after the form.
      await look.page.locator('details > summary').first().waitFor();
      for (const why of await look.page.locator('details > summary').all()) await why.click();
    },
  },
]);

lookAtAll('every screen of the simulators', simulators);

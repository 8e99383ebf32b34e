import { fillGeneral, fillNordev, smallNordev } from '../simulator-forms.ts';
import { type Look, lookAtAll } from './check-screens.ts';
import { amina, click, dialog, next, anonymous, waitForRole, screensOf } from './screen-steps.ts';

const general = ({ page, lang }: Look) => fillGeneral(page, lang);
const nordev = ({ page, lang }: Look) => fillNordev(page, lang);

/** Calculates, and expands the reasons of every premium. */
const explained = (fill: (look: Look) => Promise<void>) => async (look: Look) => {
  await fill(look);
  await click(look, 'button', 'simulations:actions.calculate');
  await look.page.getByRole('heading', { name: look.textOf('simulations:steps.result') }).waitFor();
  // The result loads after the form.
  await look.page.locator('details > summary').first().waitFor();
  for (const why of await look.page.locator('details > summary').all()) await why.click();
};

const simulators = screensOf({ as: amina, at: '/simulator' }, [
  {
    name: 'simulator-faults',
    open: async ({ page }) => {
      for (const name of ['intituleProjet', 'consistanceProjet', 'effectif']) {
        await page.locator(`[name=${name}]`).focus();
        await page.locator(`[name=${name}]`).blur();
      }
    },
  },
  {
    name: 'simulator-capex',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'common:actions.back');
      await look.page.locator('[name=equipements]').waitFor();
    },
  },
  { name: 'simulator-payroll', open: general },
  { name: 'simulator-result', open: explained(general) },
  {
    name: 'simulator-ineligible',
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
  { name: 'estimate', at: '/estimation', open: waitForRole('form') },
  { name: 'nordev', at: '/simulator-nordev', open: waitForRole('form') },
  {
    name: 'my-simulations',
    at: '/simulations',
    open: async ({ page, call }) => {
      for (const nombreEmploiStableCree of [2, 3])
        await call('POST', '/simulate-nordev', { ...smallNordev, nombreEmploiStableCree });
      await page.reload();
      const boxes = page.getByRole('listitem').getByRole('checkbox');
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'simulator-public-result',
    as: anonymous,
    at: '/simulateur',
    open: async (look) => {
      await general(look);
      await click(look, 'button', 'simulations:actions.calculate');
      await look.page
        .getByRole('button', { name: look.textOf('simulations:keep.button') })
        .waitFor();
    },
  },
  { name: 'nordev-characteristics', at: '/simulator-nordev', open: nordev },
  { name: 'nordev-result', at: '/simulator-nordev', open: explained(nordev) },
]);

lookAtAll('every screen of the simulators', simulators, { primary: 'one' });

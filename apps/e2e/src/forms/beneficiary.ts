import {
  amina,
  click,
  cooperative,
  next,
  requestAddress,
  openDialog,
  waitForRole,
  waitForSelector,
} from '../screens/screen-steps.ts';
import type { Look } from '../screens/check-screens.ts';
import { fillGeneral, smallNordev } from '../simulator-forms.ts';
import { type FormPlace, unfold } from './form-place.ts';

/** Answers the survey so that all questions appear. */
async function everyQuestion({ page }: Look): Promise<void> {
  const form = page.getByRole('dialog');
  await form.locator('textarea').first().waitFor();
  await form.locator('input[name=typeBenef]').last().check();
  await form.locator('input[name=projectIdea]').first().check();
  await form.locator('input[type=checkbox]').last().check();
  await form.locator('input[name=dejaAccompagne]').first().check();
}

const wizard = (mode: 0 | 1, step: 1 | 2 | 3) => async (look: Look) => {
  const { page } = look;
  await page.getByRole('radio').nth(mode).check();
  await next(look);
  if (mode === 1) await page.getByRole('checkbox').first().check();
  else await page.locator('input[name=journey]').first().waitFor();
  for (let at: number = 1; at < step; at += 1) await next(look);
};

const generalPayroll = ({ page, lang }: Look) => fillGeneral(page, lang);

export const beneficiary: readonly FormPlace[] = [
  { name: 'the survey', as: cooperative, at: '/requests', open: everyQuestion, lists: 6, texts: 4 },
  {
    name: 'the menus of the layout',
    as: amina,
    at: '/profileSettings',
    open: ({ page }) => page.locator('main h2').nth(2).waitFor(),
    within: 'header',
    lists: 3,
    texts: 0,
  },
  {
    name: 'the list of requests',
    as: amina,
    at: '/requests',
    open: async (look) => {
      await look.page.getByRole('main').getByRole('listitem').first().waitFor();
      await unfold(look);
    },
    lists: 5,
    texts: 1,
    noDraft: true,
    codes: '[role=search] input',
  },
  {
    name: 'the journeys',
    as: amina,
    at: '/newRequest',
    open: wizard(0, 1),
    lists: 1,
    texts: 1,
    noDraft: true,
  },
  {
    name: 'the services',
    as: amina,
    at: '/newRequest',
    open: wizard(1, 1),
    lists: 1,
    texts: 1,
    noDraft: true,
  },
  {
    name: 'the need',
    as: amina,
    at: '/newRequest',
    open: wizard(1, 2),
    lists: 0,
    texts: 1,
    noDraft: true,
  },
  {
    name: 'the documents',
    as: amina,
    at: '/newRequest',
    open: wizard(1, 3),
    lists: 3,
    texts: 1,
    noDraft: true,
  },
  {
    name: 'a rating',
    as: amina,
    at: requestAddress('DEMANDE_TRAITE', '/requests/:id/follow'),
    open: waitForSelector('main form'),
    lists: 0,
    texts: 1,
  },
  {
    name: 'a beneficiary’s profile',
    as: amina,
    at: '/profileSettings',
    open: ({ page }) => page.locator('main h2').nth(2).waitFor(),
    lists: 5,
    texts: 9,
  },
  {
    name: 'a new password',
    as: amina,
    at: '/account/security',
    open: waitForSelector('main form'),
    lists: 0,
    texts: 3,
    noDraft: true,
  },
  {
    name: 'the identity paper',
    as: amina,
    at: '/profileSettings',
    open: ({ page }) => page.locator('[aria-labelledby=own-identity]').getByRole('button').click(),
    within: '[aria-labelledby=own-identity]',
    lists: 1,
    texts: 0,
    choose: async ({ page }) => {
      await page.locator('input[aria-haspopup=listbox][id$=identity-kind]').click();
      await page.locator('[role=option]').last().click();
    },
  },
  {
    name: 'the mails that one wants',
    as: amina,
    at: '/account/notifications',
    open: waitForSelector('#emails input'),
    within: '#emails',
    lists: 0,
    texts: 0,
    choose: ({ page }) => page.locator('#emails input').first().click(),
  },
  {
    name: 'the name of a simulation',
    as: cooperative,
    at: async ({ call }) => {
      const simulations = (await call('GET', '/simulations')) as unknown[];
      if (simulations.length === 0) await call('POST', '/simulate-nordev', smallNordev);
      return '/simulations';
    },
    open: openDialog('simulations:mine.rename', 'input'),
    lists: 0,
    texts: 1,
  },
  {
    name: 'the end of an account',
    as: amina,
    at: '/account/data',
    open: openDialog('profile:data.delete', 'input'),
    lists: 0,
    texts: 1,
    noDraft: true,
  },
  {
    name: 'the general simulator',
    as: amina,
    at: '/simulator',
    open: async ({ page }) => {
      await page.locator('input[id$="-secteurActivite"]').click();
      await page.getByRole('option', { name: /^(Industrie|الصناعة)$/ }).click();
      await page.locator('input[id$="-typeIndustrie"]').waitFor();
    },
    lists: 3,
    texts: 7,
    noDraft: true,
  },
  {
    name: 'the investment',
    as: amina,
    at: '/simulator',
    open: async (look) => {
      await generalPayroll(look);
      await click(look, 'button', 'common:actions.back');
      await look.page.locator('[name=equipements]').waitFor();
    },
    lists: 0,
    texts: 9,
    noDraft: true,
  },
  {
    name: 'the tries beside a result',
    as: amina,
    at: '/simulator',
    open: async (look) => {
      await generalPayroll(look);
      await click(look, 'button', 'simulations:actions.calculate');
      await look.page.getByText(look.textOf('simulations:whatIf.title')).click();
    },
    lists: 3,
    texts: 6,
  },
  {
    name: 'the regional simulator',
    as: amina,
    at: '/simulator-nordev',
    open: waitForRole('form'),
    lists: 3,
    texts: 5,
    noDraft: true,
  },
];

import type { Page } from '@playwright/test';

import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

// An organisation whose profile no other story changes.
test.use({ portalName: 'organisation languages' });

const responsible = 'agent.cri@example.org';
const arabic = 'استقبال المستثمرين وتوجيههم في الجهة';

const stories = [
  {
    lang: 'fr',
    form: 'Mes informations',
    save: 'Enregistrer',
    saved: 'La modification a été faite avec success',
    title: 'Nom de l’organisme',
    description: 'Description',
    faulty: /À corriger/,
    outdated: /Peut-être plus à jour/,
    confirm: 'Ce texte est à jour',
  },
  {
    lang: 'ar',
    form: 'معلوماتي',
    save: 'حفظ',
    saved: 'تم التعديل بنجاح',
    title: 'اسم الهيئة',
    description: 'الوصف',
    faulty: /يحتاج إلى تصحيح/,
    outdated: /قد لا يكون محيّناً/,
    confirm: 'هذا النص محيّن',
  },
] as const;

const visible = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}`) }).first();

for (const { lang, ...say } of stories) {
  test(`an organisation keeps its texts in four languages when the French one changes: ${lang}`, async ({
    page,
    portal,
  }) => {
    await signedIn(page, portal.url, responsible, lang);
    await page.goto('/profileSettings');
    const form = page.getByRole('form', { name: say.form });
    const save = form.getByRole('button', { name: say.save, exact: true });
    const tab = (name: string) => form.getByRole('tab', { name: new RegExp(name) });
    const isSaved = async (act: () => Promise<void>) => {
      const answer = page.waitForResponse(/updatePartnerUser/);
      await act();
      expect((await answer).status()).toBe(200);
    };

    await test.step('the Arabic text is written from right to left and saved', async () => {
      await tab('العربية').click();
      const description = visible(page, say.description);
      await description.fill(`${arabic} ${lang}`);
      await expect(description).toHaveCSS('direction', 'rtl');
      await isSaved(() => save.click());
      await expectNotice(page, say.saved);
    });

    await test.step('a tab with a fault is marked, and the summary leads into it', async () => {
      const title = visible(page, say.title);
      await tab('Français').click();
      const before = await title.inputValue();
      await title.fill('');
      await tab('English').click();
      await save.click();
      await expect(tab('Français')).toHaveAccessibleName(say.faulty);
      await page.getByRole('alert').getByRole('link').first().click();
      await expect(title).toBeFocused();
      await title.fill(before);
    });

    await test.step('another French text leaves the Arabic one, which may be outdated', async () => {
      await visible(page, say.description).fill(`Guichet unique de la région (${lang})`);
      await isSaved(() => save.click());
      await expect(tab('العربية')).toHaveAccessibleName(say.outdated);
      await page.reload();
      await tab('العربية').click();
      await expect(visible(page, say.description)).toHaveValue(`${arabic} ${lang}`);
    });

    await test.step('confirmed, it is marked no more', async () => {
      await form.getByRole('checkbox', { name: say.confirm }).check();
      await isSaved(() => save.click());
      await expect(tab('العربية')).not.toHaveAccessibleName(say.outdated);
      await expect(visible(page, say.description)).toHaveValue(`${arabic} ${lang}`);
    });
  });
}

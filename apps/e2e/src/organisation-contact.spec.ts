import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { onPhone, otherWindow } from './other-window.ts';

// An organisation whose profile no other story changes.
test.use({ portalName: 'organisation contact' });

const beneficiary = 'amina@example.org';
const responsible = 'agent.cri@example.org';

/** A request in progress: a new one cannot be followed yet. */
const inHand = '2026-000010';

test('a manager edits the contact of the organisation, and a person taps its number on a phone, in Arabic', async ({
  page,
  portal,
  browser,
}) => {
  await signedIn(page, portal.url, responsible);
  await page.goto('/requests');
  await page.getByRole('link', { name: 'Mon organisme' }).click();
  await page.getByRole('link', { name: 'Contact et horaires' }).click();
  const form = page.getByRole('form', { name: 'Contact et horaires' });
  const field = (name: string) => form.getByRole('textbox', { name });
  const save = form.getByRole('button', { name: 'Enregistrer' });
  await field('Téléphone').fill('05 39 30 03 00');
  await field('WhatsApp').fill('06 61 30 03 00');
  await field('Email').fill('accueil@cri.example.org');
  await field('Adresse').fill('2, rue du Port, Tanger');
  await field('Horaires d’ouverture').fill('Du lundi au vendredi, 8h30 – 16h30');
  await field('Site web').fill('http://www.cri.example.org');
  await save.click();
  await expect(field('Site web')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Site web')).toHaveAccessibleDescription(/https:\/\//);
  await field('Site web').fill('https://www.cri.example.org/');
  await save.click();
  await expectNotice(page, 'La modification a été faite avec success');
  await expect(field('Téléphone')).toHaveValue('+212539300300');
  await page.reload();
  await expect(field('Site web')).toHaveValue('https://www.cri.example.org');

  const amina = await otherWindow(browser, portal, null, onPhone);
  await signedIn(amina, portal.url, beneficiary, 'ar');
  await amina.goto(`/requests?number=${inHand}`);
  await amina.getByRole('button', { name: /^تتبع/ }).click();
  const contact = amina.getByRole('group', { name: /^معلومات الاتصال/ }).first();
  const call = contact.getByRole('link', { name: '+212539300300' });
  await expect(call).toHaveAttribute('href', 'tel:+212539300300');
  await expect(call.locator('bdi')).toHaveAttribute('dir', 'ltr');
  await expect(contact.getByRole('link', { name: '+212661300300' })).toHaveAttribute(
    'href',
    'https://wa.me/212661300300',
  );
  await expect(contact.getByRole('link', { name: 'accueil@cri.example.org' })).toHaveAttribute(
    'href',
    'mailto:accueil@cri.example.org',
  );
  const website = contact.getByRole('link', { name: 'www.cri.example.org' });
  await expect(website).toHaveAttribute('href', 'https://www.cri.example.org');
  await expect(website).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(contact).toContainText('2, rue du Port, Tanger');
  await expect(contact).toContainText('8h30 – 16h30');
  // A touch target, within the width of the phone.
  await call.scrollIntoViewIfNeeded();
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(
    await amina.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  // Only the tap on the link is tested; dialling is up to the phone.
  await call.evaluate((link) => {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      link.setAttribute('data-tapped', '');
    });
  });
  await call.tap();
  await expect(call).toHaveAttribute('data-tapped', '');
  await amina.context().close();
});

import { expect, test } from './server.ts';
import { signedIn, tokenOf } from './signed-in.ts';

const amina = 'amina@example.org';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('a proposal based on the survey starts a request or is dismissed', async ({
  page,
  portal,
}) => {
  const headers = { authorization: `Bearer ${await tokenOf(page.request, portal.url, amina)}` };
  const survey = {
    commentaire: 'Ouvrir un atelier de couture',
    typeBenef: 'Personne physique',
    numberOfJobs: '0',
    revenue: '0',
    projectIdea: 'Projet en cours de création',
    projectMaturity: 'DEMARCHES',
    expectedNumberOfJobs: '1_5',
    investmentAmount: '50K_100K',
    revenueOfProject: '0_200K',
    lookingFor: 'CREATION,RECRUTEMENT',
    dejaAccompagne: 'non',
  };
  const answered = await page.request.post(`${portal.url}/api/saveQualification`, {
    headers,
    data: survey,
  });
  expect(answered.ok()).toBe(true);
  const proposed = await page.request.get(`${portal.url}/api/proposals`, { headers });
  const codes = ((await proposed.json()) as { code: string }[]).map(({ code }) => code);
  expect(codes).toEqual(['CREER_PROJET_EN_COURS', 'CREATION', 'RECRUTEMENT']);

  await signedIn(page, portal.url, amina);
  await page.goto('/newRequest');
  const section = page.getByRole('region', { name: 'Proposé d’après vos réponses' });
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await expect(section).toContainText('Vous cherchez du personnel');

  await test.step('a proposal is dismissed permanently', async () => {
    await section.getByRole('button', { name: /^Ne plus proposer.*recrutement/i }).tap();
    await expect(section.getByRole('listitem')).toHaveCount(2);
    await page.reload();
    await expect(section.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('a proposal opens the wizard at the need, with the journey selected', async () => {
    await section.getByRole('button', { name: /^Commencer.*Créer mon entreprise/ }).tap();
    const need = page.getByRole('textbox', { name: /Besoin exprimé/ });
    // The words of the survey stay.
    await expect(need).toHaveValue('Ouvrir un atelier de couture');
    await need.fill('Un atelier de couture à Tétouan');
    await page.getByText('Voir des exemples').tap();
    await expect(page.getByText(/atelier de couture à Tétouan depuis deux ans/)).toBeVisible();
    await page.getByRole('button', { name: 'Précédent', exact: true }).tap();
    await expect(page.getByText(/Parcours choisi\s: .*Créer mon entreprise/)).toBeVisible();
  });

  await test.step('the wizard offers all other choices, and preserves the input', async () => {
    await page.getByRole('button', { name: 'Précédent', exact: true }).tap();
    await expect(page.getByRole('radio', { name: 'Demande personnalisée' })).toBeEnabled();
    await section.getByRole('button', { name: /^Commencer.*création d/i }).tap();
    await expect(page.getByRole('textbox', { name: /Besoin exprimé/ })).toHaveValue(
      'Un atelier de couture à Tétouan',
    );
  });
});

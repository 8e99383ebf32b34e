import { readFileSync } from 'node:fs';

import { langs, type Lang } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { defaultPartnerKey } from '../../platform/database/default-partner.repository.ts';
import { warmUpReports } from './report/warm-up.ts';
import { reportCatalogue } from './report/words/index.ts';
import {
  generalExample,
  nordevExample,
  plainNordevForm,
  plantForm,
  type TestClient,
  useTestApp,
} from '../../testing/index.ts';
import {
  fontsOfPdf,
  type GrayPicture,
  inkAboveFooter,
  picturesOfPages,
  textOfPdf,
} from '../../testing/pdf-pages.ts';
import { structureFaults } from '../../testing/structure-faults.ts';

let owner: TestClient;
let general: number;
let nordev: number;
const app = useTestApp({ clock: { now: () => new Date('2026-03-01T23:30:00Z') } });
beforeAll(async () => {
  const { make, db } = app;
  await make.theRuleSets();
  for (const [parent, code, libelleFr, libelleAr] of [
    ['SECTEUR', 'INDUSTRIE', 'Industrie', 'الصناعة'],
    ['SECTEUR', 'ENERGIES_RENOUVELABLES', 'Énergies renouvelables', 'الطاقات المتجددة'],
    ['INDUSTRIE', 'AUTOMOBILE', 'Automobile', 'صناعة السيارات'],
    ['PRIME_TERRITORIALE', '01.511', 'Tanger-Assilah', 'طنجة-أصيلة'],
    ['SECTEUR_ACTIVITE_NORDEV', 'ARTISANAT', 'Artisanat', 'الصناعة التقليدية'],
    ['LOCALISATION_NORDEV', '01.051', 'Al Hoceima', 'الحسيمة'],
  ] as const) {
    await make.anItem(parent, { code, libelleFr, libelleAr });
  }
  const centre = await make.aPartner({ title: 'Centre régional d’investissement' });
  await db.seedRecord.create({
    data: { key: defaultPartnerKey, recordId: centre.id, sha256: 'x' },
  });
  owner = await app.as(await make.aBeneficiary({ prenom: 'Salma', nom: 'El Fassi' }));
  const first = await owner.post('/simulate', generalExample).expect(200);
  general = (first.body as { simulationPrimeId: number }).simulationPrimeId;
  const second = await owner.post('/simulate-nordev', nordevExample).expect(200);
  nordev = (second.body as { data: { simulationPrimeNordevId: number } }).data
    .simulationPrimeNordevId;
});

const generalPath = (id: number, lang: Lang = 'fr') =>
  `/simulation_prime/generate_report?simulation_prime_id=${String(id)}&lang=${lang}`;
const nordevPath = (id: number, lang: Lang = 'fr') =>
  `/simulation_prime_nordev/generate_report?simulation_prime_nordev_id=${String(id)}&lang=${lang}`;
const pdfOf = async (path: string, client = owner): Promise<Buffer> =>
  (await client.get(path).buffer(true).expect(200)).body as Buffer;

it('the resources of the first report can be preloaded', async () => {
  // Runs here: on a busy machine, a thread would time out.
  await expect(warmUpReports()).resolves.toBeUndefined();
});

describe('a report', () => {
  it('is a PDF attachment named after the day in Morocco, and identical each time', async () => {
    const answer = await owner.get(generalPath(general)).buffer(true).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    // 23:30 UTC is already the next day in Morocco, except in Ramadan, which includes 1 March 2026.
    expect(answer.headers['content-disposition']).toContain('simulation_prime_2026-03-01.pdf');
    const pdf = answer.body as Buffer;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await pdfOf(generalPath(general))).equals(pdf)).toBe(true);
    await owner
      .get(nordevPath(nordev))
      .expect(200)
      .expect('content-disposition', /simulation_nordev_2026-03-01\.pdf/);
  });

  it('is for the owner of the simulation only, and of the right simulator', async () => {
    const stranger = await app.as(await app.make.aBeneficiary());
    await stranger.get(generalPath(general)).expect(404);
    await stranger.get(nordevPath(nordev)).expect(404);
    await owner.get(generalPath(nordev)).expect(404);
    await owner.get(nordevPath(general)).expect(404);
    await owner.get(generalPath(2_147_483_647)).expect(404);
    await owner.get('/simulation_prime/generate_report').expect(400);
    await owner.get('/simulation_prime/generate_report?simulation_prime_id=x').expect(400);
  });

  it('has a separate quota', async () => {
    const user = await app.make.aBeneficiary();
    const client = await app.as(user);
    const { id } = await app.make.aSimulation(user.id);
    for (let used = 0; used < 59; used += 1) {
      await app.deps.limits.consume('report', { account: user.id });
    }
    await client.get(generalPath(id)).expect(200);
    await client.get(generalPath(id)).expect(429);
  });
});

describe('the content of a report', { tags: ['slow'] }, () => {
  it('describes the general premium in French', async () => {
    const text = await textOfPdf(await pdfOf(generalPath(general)));
    for (const words of [
      'Centre régional d’investissement',
      `PRIME-${String(general).padStart(6, '0')}`,
      '01/03/2026',
      'Salma El Fassi',
      'Montant de la prime 10 M MAD',
      'Montant total de l’investissement 100 M MAD',
      'Intitulé du projet Usine de câblage',
      'Secteur d’activité Industrie',
      'Type d’industrie Automobile',
      'Localisation du projet Tanger-Assilah',
      'Métier d’avenir ou montée en gamme Non',
      'Terrain nu Oui',
      'Acquisition des équipements 57 000 000 MAD',
      'Masse salariale totale, par an 144 000 000 MAD',
      'Pourcentage des primes accordées 10 %',
      // The reason, and what would change it.
      'Emplois : 120 pour 100 000 000 MAD d’investissement, soit 1,2 par million de dirhams. La tranche (plus de 1 et au plus 1,5) donne 5 %.',
      'Ce qui l’augmenterait : 31 emplois de plus (151 en tout) la porteraient de 5 % à 7 % (+2 points). Le taux total passerait de 10 % à 12 % (+2 points) et la prime de 10 M MAD à 12 M MAD.',
      'Masse salariale féminine, par mois : 3 000 000 MAD sur 12 000 000 MAD',
      'Taux d’intégration locale de 35 % (industrie : Automobile). La condition (au moins 40 %), qui donne 3 %, n’est pas remplie.',
      '100 000 000 MAD × 10 % = 10 M MAD',
      'Somme des primes : 10 %, sous le plafond de 30 %',
      'Les éléments déclaratifs sont soumis à l’appréciation de la commission',
      'Cette simulation est donnée à titre indicatif',
      'Énergies renouvelables, 30 M MAD',
      'Version 2026, en vigueur depuis le 01/01/2026',
      'décret 2-23-1',
      'Page 1 sur 3',
      'Page 3 sur 3',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('describes NORDEV, with its ceilings and the amounts that they cut', async () => {
    const text = await textOfPdf(await pdfOf(nordevPath(nordev)));
    for (const words of [
      'Montant de la prime 10 M MAD',
      'Somme des primes communes 25 %',
      'Primes communes retenues 15 %',
      'Prime globale NORDEV 35 %',
      'Localisation du projet Al Hoceima',
      'Convergence avec la vocation territoriale Forte',
      'Masse salariale féminine, par an 12 M MAD',
      // Next to the figures, before all other text.
      'Montant et taux à titre indicatif : les taux NORDEV ne sont pas publiés. Résultats',
      'Primes communes : 25 %, ramené au plafond de 15 % (10 % en moins)',
      'Prime globale NORDEV : 35 %, ramené au plafond de 30 %',
      '30 000 000 MAD, ramené au plafond de 10 000 000 MAD (20 000 000 MAD en moins)',
      'Auto-entrepreneur, 100 000 MAD',
      'Les taux NORDEV ne sont pas publiés',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('uses the glyphs of the screens in every language', async () => {
    for (const lang of langs) {
      for (const path of [generalPath(general, lang), nordevPath(nordev, lang)]) {
        const names = await fontsOfPdf(await pdfOf(path));
        expect(names.length).toBeGreaterThan(0);
        for (const name of names) expect(name).toMatch(/^[A-Z]+\+IBMPlexSansArabic/);
      }
    }
  });

  it.each(langs)('is tagged for screen readers, in %s', async (lang) => {
    for (const path of [generalPath(general, lang), nordevPath(nordev, lang)])
      expect(await structureFaults(await pdfOf(path), lang)).toEqual([]);
  });

  it('marks the amount and rate as indicative only when the rates are unpublished', async () => {
    expect(await textOfPdf(await pdfOf(generalPath(general)))).not.toContain(
      'à titre indicatif : les taux',
    );
  });

  it.each([
    ['en', 'Grant amount 10 M MAD', 'more than 1 and at most 1.5', 'Page 1 of'],
    ['es', 'Importe de la prima 10 M MAD', 'más de 1 y como máximo 1,5', 'Página 1 de'],
  ] as const)('is translated in %s', async (lang, ...expected) => {
    const text = await textOfPdf(await pdfOf(generalPath(general, lang)));
    for (const words of expected) expect(text).toContain(words);
  });

  it('is readable by programs in Arabic, with its numbers in order', async () => {
    const text = await textOfPdf(await pdfOf(generalPath(general, 'ar')));
    const t = reportCatalogue.in('ar');
    for (const key of ['title.general', 'premium.tauxPrimeGenre', 'section.rules'] as const) {
      expect(text).toContain(t(key));
    }
    expect(text).toContain('صناعة السيارات');
    expect(text).toContain('100.000.000');
    expect(text).toContain('2026');
    expect(text).toContain('01/01/2026');
    expect(text).toContain(`PRIME-${String(general).padStart(6, '0')}`);
  });

  it('starts each line at the reading side on every page', async () => {
    for (const [lang, path] of [
      ['fr', generalPath(general)],
      ['ar', generalPath(general, 'ar')],
      ['ar', nordevPath(nordev, 'ar')],
    ] as const) {
      const pdf = await pdfOf(path);
      const pictures = await picturesOfPages(pdf);
      expect(pictures.length).toBeGreaterThanOrEqual(3);
      for (const [page, picture] of pictures.slice(0, 3).entries()) {
        const left = picture.inkIn(0, 0, 0.5, 0.94);
        const right = picture.inkIn(0.5, 0, 1, 0.94);
        expect(Math.max(left, right)).toBeGreaterThan(0.005);
        // Only the title shows the page's direction; elsewhere the labels have more ink than the figures.
        if (page === 0) {
          const titleAtLeft = picture.inkIn(0, 0.12, 0.15, 0.16);
          const titleAtRight = picture.inkIn(0.85, 0.12, 1, 0.16);
          if (lang === 'ar') expect([titleAtLeft, titleAtRight > 0.01]).toEqual([0, true]);
          else expect([titleAtLeft > 0.01, titleAtRight]).toEqual([true, 0]);
        }
        // The margins are empty.
        expect(picture.inkIn(0, 0, 0.07, 1) + picture.inkIn(0.93, 0, 1, 1)).toBe(0);
      }
    }
  });

  it('has the chart of the premiums on its first page, at the reading side', async () => {
    // The band of rows between the labels and the rates contains only bars.
    const inkOf = (page: GrayPicture | undefined, from: number, to: number) =>
      page?.inkIn(from, 0.32, to, 0.6);
    const [french] = await picturesOfPages(await pdfOf(nordevPath(nordev)));
    const [arabic] = await picturesOfPages(await pdfOf(nordevPath(nordev, 'ar')));
    for (const page of [french, arabic]) expect(inkOf(page, 0.47, 0.53)).toBeGreaterThan(0.02);
    // On the other side, a gap separates the labels from the bars.
    expect(inkOf(french, 0.76, 0.86)).toBeLessThan(inkOf(french, 0.5, 0.6) ?? 0);
    expect(inkOf(arabic, 0.14, 0.24)).toBeLessThan(inkOf(arabic, 0.4, 0.5) ?? 0);
  });

  it('warns that raising a premium has no effect under a reached ceiling', async () => {
    const text = await textOfPdf(await pdfOf(nordevPath(nordev)));
    const { body } = await owner
      .post('/simulate-nordev', {
        ...nordevExample,
        technologieInnovante: 'Non',
        businessModelInnovant: 'Non',
      })
      .expect(200);
    const { simulationPrimeNordevId: capped } = (
      body as { data: { simulationPrimeNordevId: number } }
    ).data;
    const sentence = 'Le total ne changerait pas : le plafond de 15 % est déjà atteint.';
    expect(await textOfPdf(await pdfOf(nordevPath(capped)))).toContain(sentence);
    // In the example itself no premium can be raised.
    expect(text).not.toContain(sentence);
    expect(await textOfPdf(await pdfOf(generalPath(general)))).not.toContain('est déjà atteint');
  });

  it('shows small amounts in dirhams, one job in the singular, and the gain of an additional job', async () => {
    const { body } = await owner
      .post('/simulate-nordev', {
        ...plainNordevForm,
        categorieEntreprise: 'TPE',
        montantTotalInvestissement: 500_000,
        nombreEmploiStableCree: 2,
        chiffreAffaire: 90_000,
        chiffreAffaireExport: 9000,
      })
      .expect(200);
    const { data } = body as { data: { simulationPrimeNordevId: number } };
    const text = await textOfPdf(await pdfOf(nordevPath(data.simulationPrimeNordevId)));
    for (const words of [
      'Montant de la prime 30 000 MAD',
      'Chiffre d’affaires 90 000 MAD',
      'Montant total de l’investissement 500 000 MAD',
      'Ce qui l’augmenterait : 1 emploi de plus (3 en tout) la porterait de 5 % à 7 % (+2 points). Le taux total passerait de 6 % à 8 % (+2 points) et la prime de 30 000 MAD à 40 000 MAD.',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('0,03 M MAD');
  });

  it.each(langs)(
    'explains how to raise a premium in the same sentences as the screen: %s',
    (lang) => {
      const screen = new URL(`../../../../web/src/i18n/${lang}/simulations.json`, import.meta.url);
      const wordsOf = (file: URL) =>
        (JSON.parse(readFileSync(file, 'utf8')) as { raise: unknown }).raise;
      expect(wordsOf(new URL(`report/words/${lang}.json`, import.meta.url))).toEqual(
        wordsOf(screen),
      );
    },
  );

  it('is unaffected by a later rule set', async () => {
    const before = await pdfOf(nordevPath(nordev));
    const current = await app.db.premiumRuleSet.findFirstOrThrow({ where: { scheme: 'nordev' } });
    const later = await app.db.premiumRuleSet.create({
      data: {
        scheme: 'nordev',
        version: '2026-later',
        validFrom: new Date('2026-02-01'),
        source: 'Plus tard',
        rules: current.rules as object,
      },
    });
    expect((await pdfOf(nordevPath(nordev))).equals(before)).toBe(true);
    await app.db.premiumRuleSet.delete({ where: { id: later.id } });
  });

  const numbered = (word: string, count: number, end = ' ') =>
    Array.from({ length: count }, (_, index) => `${word}${String(1000 + index)}`).join(end);
  it.each([
    ['fr', numbered('mot ', 444)],
    ['fr', numbered('n° ', 500, '\n')],
    ['ar', numbered('مشروع ', 363)],
    ['ar', numbered('ظل ', 500, '\n')],
  ] as const)(
    'prints the longest description completely, above the footer: %s',
    async (lang, explanation) => {
      expect(explanation.length).toBeLessThanOrEqual(4000);
      const long = { consistanceProjet: explanation };
      const asked = { ...generalExample, ...long };
      const { body: first } = await owner.post('/simulate', asked).expect(200);
      const { body: second } = await owner
        .post('/simulate-nordev', { ...nordevExample, ...long })
        .expect(200);
      const { simulationPrimeId } = first as { simulationPrimeId: number };
      const { data } = second as { data: { simulationPrimeNordevId: number } };
      for (const path of [
        generalPath(simulationPrimeId, lang),
        nordevPath(data.simulationPrimeNordevId, lang),
      ]) {
        const pdf = await pdfOf(path);
        const text = await textOfPdf(pdf);
        const numbers = explanation.match(/\d+/g) ?? [];
        const printed = new Set(text.match(/\d+/g));
        expect(numbers.filter((number) => !printed.has(number))).toEqual([]);
        expect(await inkAboveFooter(pdf)).toBe(0);
      }
    },
  );

  it('has a stable layout for any input', async () => {
    const form = {
      ...plantForm,
      intituleProjet: `${'W'.repeat(150)} {{number}} $t(title.general)`,
      consistanceProjet: `مشروع (جديد) Phase 2 ≥ 3 m² 😀 漢字 ${'long texte '.repeat(330)}`,
      equipements: 80_000_000,
      effectif: 80,
    };
    for (const lang of langs) {
      const { body } = await owner.post('/simulate', form).expect(200);
      const { simulationPrimeId } = body as { simulationPrimeId: number };
      const pdf = await pdfOf(generalPath(simulationPrimeId, lang));
      const text = await textOfPdf(pdf);
      expect(text).toContain('{{number}} $t(title.general)');
      expect(text).toContain('Phase 2 ≥ 3 m² 😀 [U+6F22][U+5B57]');
      const [first] = await picturesOfPages(pdf);
      expect(first && first.inkIn(0, 0, 0.07, 1) + first.inkIn(0.93, 0, 1, 1)).toBe(0);
    }
  });
});

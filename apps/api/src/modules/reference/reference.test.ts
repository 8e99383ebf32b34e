import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { countryFinder, provinceFinder } from './find-item.ts';
import { otherProvinceNames } from './province-names.ts';

const app = useTestApp();
beforeAll(async () => {
  await app.make.anItem('PROFIL', {
    code: 'ETUDIANT',
    libelleFr: 'Étudiant',
    libelleAr: 'طالب',
    descriptionFr: 'Inscrit',
    string_1: 'S',
    position: 2,
  });
  await app.make.anItem('PROFIL', {
    code: 'AUTRE',
    libelleFr: 'Autre',
    libelleEn: 'Other',
    position: 1,
  });
  await app.make.anItem('PROFIL', { code: 'ANCIEN', active: false, position: 0 });
  await app.db.referenceList.create({ data: { code: 'VIDE' } });
});

const i18n = '/params/paramsByParentI18n';
const labels = (body: unknown) => (body as { libelle: string }[]).map(({ libelle }) => libelle);

describe('a reference list', () => {
  it('is public, in its order, without inactive items', async () => {
    const answer = await app.anonymous.get('/params/paramsByParent/PROFIL').expect(200);
    expect(answer.body).toMatchObject([
      { code: 'AUTRE', libelle: 'Autre', description: null, string_1: null },
      { code: 'ETUDIANT', libelle: 'Étudiant', description: 'Inscrit', string_1: 'S' },
    ]);
  });

  it('uses the requested language, or French without a translation', async () => {
    const ask = async (path: string, accept = 'fr') =>
      labels((await app.anonymous.get(path).set('accept-language', accept).expect(200)).body);
    expect(await ask(`${i18n}/PROFIL?lang=ar`)).toEqual(['Autre', 'طالب']);
    expect(await ask(`${i18n}/PROFIL?lang=en`)).toEqual(['Other', 'Étudiant']);
    expect(await ask(`${i18n}/PROFIL`, 'en-GB,en;q=0.9')).toEqual(['Other', 'Étudiant']);
    expect(await ask(`/params/paramsByParent/PROFIL?lang=en`)).toEqual(['Autre', 'Étudiant']);
  });

  it('returns each name of all languages once for a search, and can be cached', async () => {
    const answer = await app.anonymous.get('/params/names/PROFIL').expect(200);
    expect(answer.body).toEqual([
      { code: 'AUTRE', names: ['Autre', 'Other'] },
      { code: 'ETUDIANT', names: ['Étudiant', 'طالب'] },
    ]);
    expect(answer.headers['cache-control']).toBe('public, max-age=60');
    await app.anonymous
      .get('/params/names/PROFIL')
      .set('if-none-match', String(answer.headers.etag))
      .expect(304);
    await app.anonymous.get('/params/names/INCONNU').expect(404);
  });

  it('can be cached, and is transferred again only after a change', async () => {
    const first = await app.anonymous.get(`${i18n}/PROFIL?lang=fr`).expect(200);
    expect(first.headers['cache-control']).toBe('public, max-age=60');
    expect(first.headers.vary).toContain('Accept-Language');
    const etag = String(first.headers.etag);
    const second = await app.anonymous
      .get(`${i18n}/PROFIL?lang=fr`)
      .set('if-none-match', etag)
      .expect(304);
    expect(second.text).toBe('');
    await app.anonymous.get(`${i18n}/PROFIL?lang=ar`).set('if-none-match', etag).expect(200);
    const item = await app.make.anItem('PROFIL', { code: 'NOUVEAU' });
    await app.anonymous.get(`${i18n}/PROFIL?lang=fr`).set('if-none-match', etag).expect(200);
    await app.db.referenceItem.delete({ where: { id: item.id } });
  });

  it('can be empty; an unknown list returns 404', async () => {
    expect((await app.anonymous.get(`${i18n}/VIDE`).expect(200)).body).toEqual([]);
    await app.anonymous.get(`${i18n}/INCONNU`).expect(404);
    await app.anonymous.get('/params/paramsByParent/INCONNU').expect(404);
  });

  it.each(['profil', '__proto__', 'A%00B', "PROFIL'--", '%F0%9F%98%80', 'A'.repeat(41)])(
    'rejects the name %s',
    async (parent) => {
      await app.anonymous.get(`${i18n}/${parent}`).expect(400);
      await app.anonymous.get(`/params/paramsByParent/${parent}`).expect(400);
    },
  );

  it.each(['lang=de', 'lang=', 'lang=ar&lang=en'])('is in French for %s', async (query) => {
    const french = await app.anonymous.get(`${i18n}/PROFIL?lang=fr`).expect(200);
    const { body } = await app.anonymous
      .get(`${i18n}/PROFIL?${query}`)
      .set('accept-language', 'ar')
      .expect(200);
    expect(body).toEqual(french.body);
  });

  it('of documents omits types that one organisation added for itself', async () => {
    const partner = await app.make.aPartner();
    await app.make.anItem('DOCUMENT', { code: 'RIB', libelleFr: 'RIB' });
    await app.make.anItem('DOCUMENT', { code: 'PRIVE', libelleFr: 'Privé', partnerId: partner.id });
    const answer = await app.anonymous.get(`${i18n}/DOCUMENT?lang=fr`).expect(200);
    expect(labels(answer.body)).toEqual(['RIB']);
  });
});

describe('place names', () => {
  const seed = new URL('../../../../../prisma/seed/reference/', import.meta.url);
  const labelled = async (file: string) => {
    const read: unknown = JSON.parse(await readFile(new URL(file, seed), 'utf8'));
    const items = Array.isArray(read) ? read : (read as { items: unknown[] }).items;
    return (items as { code: string; libelle: Record<string, string> }[]).map(
      ({ code, libelle: { fr = '', en = null, ar = null, es = null } }) => ({
        code,
        libelleFr: fr,
        libelleEn: en,
        libelleAr: ar,
        libelleEs: es,
      }),
    );
  };

  it('match one province each', async () => {
    const provinces = await labelled('places/provinces.json');
    const find = provinceFinder(provinces);
    for (const { code, libelleFr, libelleEn, libelleAr, libelleEs } of provinces) {
      const names = [libelleFr, libelleEn, libelleAr, libelleEs, ...otherProvinceNames(code)];
      for (const name of names.filter((one) => one !== null))
        expect([name, find(name)?.code]).toEqual([name, code]);
    }
  });

  it.each([
    ['Tanger', '01.511'],
    ['province d’Al-Hoceïma', '01.051'],
    ['إقليم الناظور', '02.381'],
    ['Casa', '06.141'],
    ['Xauen', '01.151'],
    ['Fes', '03.231'],
    ['xyz', undefined],
    ['Province de', undefined],
  ])('match usual spellings: %s', async (text, code) => {
    expect(provinceFinder(await labelled('places/provinces.json'))(text)?.code).toBe(code);
  });

  it.each([
    ['Estados Unidos', 'US'],
    ['UK', 'GB'],
    ['etats unis', 'US'],
    ['المملكة المتحدة', 'GB'],
    ['xyz', undefined],
  ])('of countries match the names of Unicode too: %s', async (text, code) => {
    expect(countryFinder(await labelled('lists/PAYS.json'))(text)?.code).toBe(code);
  });

  it('are all available for a search', async () => {
    await app.make.anItem('PROVINCE', { code: '01.511', libelleFr: 'Tanger-Assilah' });
    const { body } = await app.anonymous.get('/params/names/PROVINCE').expect(200);
    expect(body).toMatchObject([
      { code: '01.511', names: expect.arrayContaining(['Tanger-Assilah', 'Tangiers']) as unknown },
    ]);
  });
});

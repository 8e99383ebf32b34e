import { langs } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

describe('the language of mails', () => {
  it.each(langs)('becomes %s for the signed-in person only', async (lang) => {
    const [person, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const client = await app.as(person);
    await client.put('/utilisateurs/lang', { lang }).expect(200, { success: true });
    for (const { email } of [person, other]) {
      await app.anonymous.post(`/utilisateurs/forgotPassword/${email}`).expect(200);
    }
    const mails = await app.mails();
    expect(mails.findLast(({ to }) => to === person.email)?.lang).toBe(lang);
    expect(mails.findLast(({ to }) => to === other.email)?.lang).toBe('fr');
    const me = await client.get(`/currentUser/${person.id}`).expect(200);
    expect(me.body).toMatchObject({ lang });
  });

  it('is stored for an agent too, and refused when it is not a string', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    await client.put('/utilisateurs/lang', { lang: 'es' }).expect(200);
    for (const lang of [null, ['ar'], { set: 'ar' }]) {
      await client.put('/utilisateurs/lang', { lang, id: agent.id }).expect(400);
    }
    const { lang } = await app.db.user.findUniqueOrThrow({ where: { id: agent.id } });
    expect(lang).toBe('es');
  });

  it('is French for an unsupported language', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    for (const lang of ['de', 'FR', '']) {
      await client.put('/utilisateurs/lang', { lang: 'es' }).expect(200);
      await client.put('/utilisateurs/lang', { lang }).expect(200);
      const stored = await app.db.user.findUniqueOrThrow({ where: { id: agent.id } });
      expect(stored.lang).toBe('fr');
    }
  });
});

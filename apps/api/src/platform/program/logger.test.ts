import { describe, expect, it } from 'vitest';

import { addDocument, samplePdf, testPassword, useTestApp } from '../../testing/index.ts';
import { redactText, redactUrl } from '../http/redact.ts';
import { createLogger } from './logger.ts';

describe('the log', () => {
  const app = useTestApp();

  it('contains no password, token or mailed secret, in any call', async () => {
    const user = await app.make.aBeneficiary();
    const secret = 'Planted#Secret9Planted#Secret9';
    const signedIn = await app.anonymous.post('/utilisateurs/signIn', {
      email: user.email,
      password: testPassword,
    });
    const { token } = signedIn.body as { token: string };
    await app.anonymous.post('/utilisateurs/signIn', { email: user.email, password: secret });
    await app.anonymous.post(`/email/confirm/plantedtoken${'0123456789'.repeat(3)}`);
    await app.anonymous.get(
      `/utilisateurs/reinitialiserMotPasse?token=plantedtoken&x=${encodeURIComponent(secret)}`,
    );
    await app.anonymous.get(`/nowhere?token=${token}`);
    await app.anonymous.post('/utilisateurs/signOut').set('authorization', `Bearer ${token}`);
    await app.anonymous
      .post('/utilisateurs/signIn')
      .set('content-type', 'application/json')
      .send(`{"password":"${secret}`);
    const log = app.logLines.join('');
    expect(log).toContain('"endpoint":"signIn"');
    for (const planted of [
      testPassword,
      secret,
      encodeURIComponent(secret),
      token,
      'plantedtoken',
      user.email,
    ]) {
      expect(log).not.toContain(planted);
    }
  });

  it('contains no user input and no uploaded content, accepted or refused', async () => {
    const user = await app.make.aBeneficiary();
    const service = await app.make.aService();
    const client = await app.as(user);
    const dto = { description: 'PlantedNeed', services: [service.code] };
    const made = await client
      .post('/requests')
      .field('createRequestDto', JSON.stringify(dto))
      .expect(201);
    const { id } = made.body as { id: number };
    const hand = (content: Buffer, name: string) =>
      addDocument(client, id, 'BUSINESS_PLAN', name, content);
    const file = Buffer.concat([samplePdf, Buffer.from('%PlantedFileText')]);
    await hand(file, 'PlantedFileName.pdf').expect(201);
    await hand(Buffer.from('PlantedFileText'), 'PlantedFileName.pdf').expect(415);
    await client
      .put('/updateBeneficiaryUser', { nom: 'PlantedName', phone: 'PlantedPhone' })
      .expect(400);
    await client
      .post('/requests/filter', [{ key: 'PlantedKey', operation: 'X', value: 'PlantedValue' }])
      .expect(400);
    const log = app.logLines.join('');
    expect(log).toContain('"endpoint":"uploadRequestDocument"');
    expect(log).not.toMatch(/Planted(?!#)/);
  });

  it('is one JSON object per line, for any input', async () => {
    await fetch(`${app.baseUrl}/a%0Ab%22%7D%0d%0a{"level":"fatal"}`, {
      headers: { 'x-request-id': 'a\tb', 'user-agent': '"}{' },
    });
    await app.anonymous.post('/utilisateurs/signIn', {
      email: 'a\nb@example.org',
      password: '\u2028"',
    });
    for (const line of app.logLines) {
      expect(line.endsWith('\n')).toBe(true);
      expect(line.slice(0, -1)).not.toContain('\n');
      expect(JSON.parse(line)).toMatchObject({
        level: expect.any(String) as string,
        time: expect.any(String) as string,
      });
    }
  });

  it('contains sign-ins and refused sign-ins with the user’s id', async () => {
    const user = await app.make.aBeneficiary();
    await app.anonymous.post('/utilisateurs/signIn', {
      email: user.email,
      password: 'Wrong#Password1',
    });
    await app.anonymous.post('/utilisateurs/signIn', { email: user.email, password: testPassword });
    const events = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'session.sign_in_refused', userId: user.id }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'session.signed_in', userId: user.id }),
    );
  });

  it('redacts by the member’s name, and keeps only the reason of a database error', async () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line) });
    log.info({
      event: 'test.line',
      user: { password: 'planted', token: 'planted' },
      authorization: 'planted',
    });
    const error: unknown = await app.db.user
      .create({ data: { email: 'planted@example.org', nom: 'planted' } as never })
      .catch((thrown: unknown) => thrown);
    log.error({ event: 'test.line', err: error });
    expect(lines.join('')).not.toContain('planted');
    expect(lines[1]).toContain('PrismaClientValidationError');
  });
});

describe('redacting', () => {
  it.each([
    ['/api/email/confirm/abc', '/api/email/confirm/[redacted]'],
    ['/api/utilisateurs/forgotPassword/a@b.ma', '/api/utilisateurs/forgotPassword/[redacted]'],
    ['/reinitialiserMotPasse/abc?lang=fr', '/reinitialiserMotPasse/[redacted]?lang=fr'],
    ['/x?token=abc&page=2', '/x?token=[redacted]&page=2'],
    ['/api/downloadFileStep/AbC0123456789_-AbC0123456789abcd', '/api/downloadFileStep/[redacted]'],
    ['/partage/abc?lang=ar', '/partage/[redacted]?lang=ar'],
    ['/api/requests/42', '/api/requests/42'],
  ])('%s becomes %s', (url, clean) => expect(redactUrl(url)).toBe(clean));

  it('removes secrets from free text', () => {
    expect(redactText('bad token=abc123, password: "x1" eyJhbGciOi.eyJzdWIiOi.c2ln')).not.toMatch(
      /abc123|x1|c2ln/,
    );
  });
});

// @module-tag slow
import { randomBytes } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { RequestDocumentView } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { pdfWith, samplePdf, useTestApp } from '../../testing/index.ts';
import { useS3 } from '../../testing/s3-server.ts';
import { sweepUploads } from '../jobs/housekeeping.ts';
import { callLimit } from './call-limit.ts';
import { uploadParts } from './upload-parts.ts';
import { uploadLimits, uploadSlots } from './upload-slots.ts';

let folder: string;
const s3 = useS3();
const app = useTestApp(() => ({ env: { STORAGE_URL: s3.storageUrl('portal/parts') } }));
beforeAll(() => {
  folder = path.join(app.deps.settings.dataDir, 'upload-parts');
});

/** A person's calls of the tus protocol. */
async function sender(user: { id: string }) {
  const authorization = `Bearer ${await app.tokenOf(user)}`;
  const call = (method: string, at: string, headers: Record<string, string> = {}, body?: Buffer) =>
    fetch(`${app.baseUrl}/api/${at}`, {
      method,
      headers: { authorization, 'tus-resumable': '1.0.0', ...headers },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
  const create = (size: number, name = 'plan.pdf') =>
    call('POST', 'uploads', {
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    });
  const begin = async (size: number, name?: string): Promise<string> => {
    const answer = await create(size, name);
    expect(answer.status).toBe(201);
    return String(answer.headers.get('location'));
  };
  const put = (at: string, offset: number, part: Buffer) =>
    call(
      'PATCH',
      at,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      part,
    );
  return { call, create, begin, put };
}

const idOf = (at: string): string => at.replace(/^uploads\//, '');

async function someone() {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const client = await app.as(user);
  const bring = (id: string) =>
    client
      .post(`/requests/${String(request.id)}/document`)
      .field('name', 'BUSINESS_PLAN')
      .field('parts.file', id);
  return { user, client, bring, ...(await sender(user)) };
}

describe('a chunked upload', () => {
  it('announces its protocol to callers without a session and from any site', async () => {
    const answer = await fetch(`${app.baseUrl}/api/uploads`, {
      method: 'OPTIONS',
      headers: { origin: 'https://stranger.test' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
    expect(answer.headers.get('tus-version')).toBe('1.0.0');
    expect(answer.headers.get('tus-extension')).toContain('creation');
    expect(answer.headers.get('tus-max-size')).toBe(String(10 * 1024 ** 2));
    // The protocol's answer does not open the API to other sites.
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('resumes after an interruption, and becomes the document of the call that names it, byte for byte', async () => {
    const { client, bring, begin, put, call } = await someone();
    const bytes = randomBytes(3 * 1024 ** 2).toString('latin1');
    const content = pdfWith('', `<</Length ${String(bytes.length)}>>\nstream\n${bytes}\nendstream`);
    const at = await begin(content.length, 'Plan — خطة.pdf');
    expect((await put(at, 0, content.subarray(0, 700_000))).status).toBe(204);
    expect((await call('HEAD', at)).headers.get('upload-offset')).toBe('700000');
    // Parts are missing, so the file does not exist yet; its parts stay.
    await bring(idOf(at)).expect(400);
    expect((await put(at, 0, content)).status).toBe(409);
    expect((await put(at, 700_000, content.subarray(700_000))).status).toBe(204);

    const stored = (await bring(idOf(at)).expect(201)).body as RequestDocumentView;
    const answer = await client
      .get(`/downloadFileRequest/${stored.filename}`)
      .buffer(true)
      .expect(200);
    expect(content.equals(answer.body as Buffer)).toBe(true);
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('Plan — خطة.pdf'));
    // The call has used it up.
    expect((await readdir(folder)).filter((name) => name.startsWith(idOf(at)))).toEqual([]);
    await bring(idOf(at)).expect(400);
  });

  it('is validated by its content, and remains available for another attempt', async () => {
    const { bring, begin, put } = await someone();
    const text = Buffer.from('Ceci est un texte.');
    const at = await begin(text.length);
    await put(at, 0, text);
    const refused = await bring(idOf(at)).expect(415);
    expect((refused.body as { code: string }).code).toBe('FILE_NOT_PDF');
    expect(await readdir(folder)).toContain(idOf(at));
  });

  it('is accessible only to its sender', async () => {
    const owner = await someone();
    const other = await someone();
    const at = await owner.begin(samplePdf.length);
    await owner.put(at, 0, samplePdf);
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect((await other.call(method, at)).status).toBe(404);
    await other.bring(idOf(at)).expect(400);
    const anonymous = await fetch(`${app.baseUrl}/api/${at}`, { method: 'HEAD' });
    expect(anonymous.status).toBe(401);
    expect((await owner.call('GET', at)).status).toBe(405);
    await owner.bring(idOf(at)).expect(201);
  });

  it('belongs to its owner, even if another person’s upload names it in the query', async () => {
    const owner = await someone();
    const other = await someone();
    const at = await owner.begin(samplePdf.length);
    const misleading = `${await other.begin(samplePdf.length)}?x=/${idOf(at)}`;
    const foreign = Buffer.alloc(samplePdf.length, 'x');
    expect((await other.put(misleading, 0, foreign)).status).toBe(204);
    expect((await owner.call('HEAD', at)).headers.get('upload-offset')).toBe('0');
    expect((await other.call('DELETE', misleading)).status).toBe(204);
    await owner.put(at, 0, samplePdf);
    await owner.bring(idOf(at)).expect(201);
  });

  it('is stored as it was validated, even when its parts change afterwards', async () => {
    const { user, begin, put } = await someone();
    const at = await begin(samplePdf.length);
    await put(at, 0, samplePdf);
    const parts = uploadParts({
      authenticate: () => Promise.reject(new Error('Nobody calls')),
      folder,
      slots: uploadSlots(uploadLimits),
      calls: callLimit(1000),
      limits: app.deps.limits,
      maxBytes: samplePdf.length,
      requireRoom: () => Promise.resolve(),
    });
    const target = path.join(folder, '..', `judged-${idOf(at)}`);
    expect(await parts.take(user.id, idOf(at), target)).toMatchObject({ size: samplePdf.length });
    await writeFile(path.join(folder, idOf(at)), 'MZ', { flag: 'r+' });
    expect(samplePdf.equals(await readFile(target))).toBe(true);
  });

  it('has at most 10 MB, and a person has at most twenty pending uploads', async () => {
    const { create, call, begin } = await someone();
    expect((await create(10 * 1024 ** 2 + 1)).status).toBe(413);
    const first = await begin(10);
    for (let waiting = 1; waiting < 20; waiting += 1) expect((await create(10)).status).toBe(201);
    const refused = await create(10);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await call('DELETE', first)).status).toBe(204);
    expect((await create(10)).status).toBe(201);
  });

  it.each([
    ['files', { count: 198, size: 1 }],
    ['bytes', { count: 50, size: 10 * 1024 ** 2 - 1 }],
  ])(
    'counts towards the daily limit of %s while it is pending, also in simultaneous calls',
    async (_, { count, size }) => {
      const { user, create, begin, call } = await someone();
      await app.db.storedFile.createMany({
        data: Array.from({ length: count }, (__, i) => ({
          key: `${user.id}-${String(i)}`,
          originalName: 'plan.pdf',
          mimeType: 'application/pdf',
          size,
          sha256: '',
          ownerId: user.id,
        })),
      });
      // Two more fit: up to 200 files, or up to 50 bytes.
      const first = await begin(25);
      const answers = await Promise.all([create(25), create(25), create(25)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
      expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('3600');
      if (!statuses.includes(201)) await begin(25);
      expect((await create(25)).status).toBe(429);
      // A deleted upload no longer counts.
      expect((await call('DELETE', first)).status).toBe(204);
      expect((await create(25)).status).toBe(201);
    },
  );

  it('cannot exceed twenty pending uploads through simultaneous calls', async () => {
    const { begin, create } = await someone();
    for (let made = 0; made < 15; made += 1) await begin(10);
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(10)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(5);
  });

  it('is removed by the housekeeping if it is not used within a day', async () => {
    const { begin } = await someone();
    const old = idOf(await begin(10));
    const young = idOf(await begin(10));
    const before = new Date(Date.now() - 25 * 3_600_000);
    for (const name of [old, `${old}.json`]) await utimes(path.join(folder, name), before, before);
    await sweepUploads(app.deps);
    const left = await readdir(folder);
    expect(left.filter((name) => name.startsWith(old))).toEqual([]);
    expect(left).toContain(young);
  });
});

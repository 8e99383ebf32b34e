import fs from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';

import { defineArea } from '@wasl/contracts';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { loadWords } from '../i18n/words.ts';
import { createLogger } from '../program/logger.ts';
import { bind } from './bind.ts';
import { errorHandler } from './error-handler.ts';
import { requireKind } from './file-kind.ts';
import { maxFileBytes } from './multipart.ts';
import { callLimit } from './call-limit.ts';
import { uploadSlots } from './upload-slots.ts';
import { useTestFolder } from '../../testing/use-test-app.ts';

const { uploadTwo, uploadVideo } = defineArea('files', {
  uploadTwo: {
    route: 'POST /upload',
    permission: 'public',
    summary: 'Up to two PDF files with a JSON part',
    body: z.object({
      info: z.object({ title: z.string() }).optional(),
      codes: z.union([z.string(), z.array(z.string())]).optional(),
    }),
    multipart: {
      limit: 'upload',
      files: [{ name: 'files', kind: 'pdf', maxCount: 2, required: true }],
      jsonParts: ['info'],
    },
    response: {
      status: 201,
      body: z.object({
        names: z.array(z.string()),
        sizes: z.array(z.number()),
        title: z.string().nullable(),
        codes: z.array(z.string()),
      }),
    },
  },
  uploadVideo: {
    route: 'POST /video',
    permission: 'public',
    summary: 'A document whose kind the service decides',
    multipart: {
      limit: 'upload',
      files: [{ name: 'file', kind: 'request-document', required: true }],
    },
    response: { status: 201, body: z.object({ mimeType: z.string() }) },
  },
});

const folder = useTestFolder();
let server: Server;
let base: string;

beforeAll(async () => {
  const log = createLogger('silent');
  const deps = {
    authenticate: () => Promise.reject(new Error('public')),
    authenticateKey: () => Promise.reject(new Error('nobody calls with a key')),
    waitUntilSynced: () => Promise.resolve(),
    uploadFolder: folder,
    // platform/pdf-check tests whether a PDF opens.
    requirePdf: () => Promise.resolve({ hasActiveContent: false }),
    // A call that never ends would occupy its slot.
    calls: callLimit(1000),
    limits: { consume: () => Promise.resolve(0) },
    uploadSlots: uploadSlots({ perProcess: 50, perPerson: 0, perAddress: 50 }),
    uploadParts: {
      handle: () => undefined,
      take: () => Promise.resolve(null),
      forget: () => Promise.resolve(),
    },
    publicUrl: 'http://localhost',
    checkAnswers: true,
    log,
  };
  const app = express();
  app.post(
    uploadTwo.path,
    bind(
      uploadTwo,
      async ({ body, filesOf }) => {
        const files = filesOf('files');
        // The files exist while the handler runs.
        const sizes = await Promise.all(
          files.map(async (file) => (await readFile(file.path)).length),
        );
        const codes = body.codes === undefined ? [] : [body.codes].flat();
        return {
          body: {
            names: files.map((file) => file.originalName),
            sizes,
            title: body.info?.title ?? null,
            codes,
          },
        };
      },
      deps,
    ),
  );
  app.post(
    uploadVideo.path,
    bind(
      uploadVideo,
      ({ filesOf }) => {
        const [file] = filesOf('file');
        if (!file) throw new Error('The binder lets no call without its file pass');
        requireKind(file, 'video');
        return { body: { mimeType: file.mimeType } };
      },
      deps,
    ),
  );
  app.use(errorHandler(await loadWords(), log));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const pdf = (size = 100): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 0x20)]);

function form(parts: readonly [string, Buffer | string, string?, string?][]): FormData {
  const data = new FormData();
  for (const [name, content, fileName, type] of parts) {
    if (fileName === undefined) data.append(name, String(content));
    else
      data.append(
        name,
        new Blob([content], { type: type ?? 'application/octet-stream' }),
        fileName,
      );
  }
  return data;
}

async function post(
  to: string,
  body: FormData | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${base}${to}`, { method: 'POST', body, headers });
  return { status: answer.status, body: await answer.json() };
}

describe('a multipart call', () => {
  it('passes files and JSON to the handler, then removes the files', async () => {
    const answer = await post(
      '/upload',
      form([
        ['info', '{"title":"Statuts"}'],
        ['files', pdf(), 'plan d’affaires.pdf'],
        ['files', Buffer.concat([Buffer.from('\r\n'), pdf(198)]), 'عرض.pdf', 'application/pdf'],
        ['codes', 'A'],
        ['codes', 'B'],
      ]),
    );
    expect(answer).toEqual({
      status: 201,
      body: {
        names: ['plan d’affaires.pdf', 'عرض.pdf'],
        sizes: [100, 200],
        title: 'Statuts',
        codes: ['A', 'B'],
      },
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('accepts the JSON part as a file part of type application/json too', async () => {
    const answer = await post(
      '/upload',
      form([
        ['info', '{"title":"X"}', 'blob', 'application/json'],
        ['files', pdf(), 'a.pdf'],
      ]),
    );
    expect(answer).toMatchObject({ status: 201, body: { title: 'X' } });
  });

  it('accepts 10 MB and refuses one byte more with the specification’s message', async () => {
    expect(await post('/upload', form([['files', pdf(maxFileBytes), 'a.pdf']]))).toMatchObject({
      status: 201,
    });
    expect(await post('/upload', form([['files', pdf(maxFileBytes + 1), 'a.pdf']]))).toMatchObject({
      status: 413,
      body: { code: 'FILE_TOO_LARGE', message: 'La taille du fichier ne doit pas dépasser 10 Mb' },
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('aborts a far too large upload early', async () => {
    const sent = await new Promise<{ status: number; bytes: number }>((resolve, reject) => {
      let bytes = 0;
      const call = httpRequest(
        `${base}/upload`,
        {
          method: 'POST',
          headers: {
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': String(500 * 1024 * 1024),
          },
        },
        (res) => {
          res.resume();
          resolve({ status: res.statusCode ?? 0, bytes });
          call.destroy();
        },
      );
      call.on('error', reject);
      const chunk = Buffer.alloc(64 * 1024);
      bytes += chunk.length;
      call.write(chunk);
    });
    expect(sent.status).toBe(413);
    expect(sent.bytes).toBeLessThan(1024 * 1024);
  });

  it('does not read an endless file to its end', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const call = httpRequest(
        `${base}/upload`,
        { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
        (res) => {
          res.resume();
          resolve(res.statusCode ?? 0);
          call.destroy();
        },
      );
      call.on('error', reject);
      call.write(
        '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-',
      );
      call.write(Buffer.alloc(maxFileBytes + 1));
    });
    expect(status).toBe(413);
    await expect.poll(async () => await readdir(folder), { timeout: 60_000 }).toEqual([]);
  });

  it.each([
    ['HTML called .pdf', Buffer.from('<html><script>alert(1)</script>'), 'a.pdf'],
    ['a program called .pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 1)]), 'a.pdf'],
    ['a PDF called .exe', pdf(), 'a.exe'],
    ['text called .pdf', Buffer.from('%PD Bonjour'), 'a.pdf'],
    ['an empty file', Buffer.alloc(0), 'a.pdf'],
  ])('refuses %s', async (_case, content, name) => {
    expect(
      await post('/upload', form([['files', content, name, 'application/pdf']])),
    ).toMatchObject({
      status: 415,
      body: { code: 'FILE_NOT_PDF', message: 'Veuillez choisir un document PDF' },
    });
  });

  it('leaves the validation of a document’s type, by content, to the service', async () => {
    const mp4 = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypisom'),
      Buffer.alloc(200),
    ]);
    expect(await post('/video', form([['file', mp4, 'film.mp4']]))).toEqual({
      status: 201,
      body: { mimeType: 'video/mp4' },
    });
    expect(await post('/video', form([['file', pdf(), 'film.pdf']]))).toMatchObject({
      status: 415,
      body: { code: 'FILE_NOT_VIDEO' },
    });
  });

  it('refuses more files than allowed and unexpected fields', async () => {
    const three = form([
      ['files', pdf(), 'a.pdf'],
      ['files', pdf(), 'b.pdf'],
      ['files', pdf(), 'c.pdf'],
    ]);
    expect(await post('/upload', three)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
    const stray = form([
      ['files', pdf(), 'a.pdf'],
      ['other', pdf(), 'b.pdf'],
    ]);
    expect(await post('/upload', stray)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'other', code: 'unexpectedFile' }] },
    });
    expect(await post('/upload', form([['info', '{"title":"X"}']]))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'files', code: 'fileRequired' }] },
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses malformed JSON, a thousand fields, a missing boundary and an unfinished body', async () => {
    expect(
      await post(
        '/upload',
        form([
          ['info', '{'],
          ['files', pdf(), 'a.pdf'],
        ]),
      ),
    ).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
    const fields = Array.from(
      { length: 1000 },
      (_, i) => [`field${String(i)}`, 'x'] as [string, string],
    );
    expect(await post('/upload', form(fields))).toMatchObject({ status: 400 });
    expect(
      await post('/upload', 'anything', { 'content-type': 'multipart/form-data' }),
    ).toMatchObject({ status: 400 });
    const cut =
      '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-';
    expect(
      await post('/upload', cut, { 'content-type': 'multipart/form-data; boundary=x' }),
    ).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
    expect(await post('/upload', '{}', { 'content-type': 'application/json' })).toMatchObject({
      status: 415,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes a file that the disk opens only after the refusal', async () => {
    const open = fs.open;
    const opened = new Promise<void>((resolve) => {
      vi.spyOn(fs, 'open').mockImplementationOnce(((name, flags, mode, done) => {
        const late = (): void => {
          open(name, flags, mode, (error, handle) => {
            done(error, handle);
            resolve();
          });
        };
        setTimeout(late, 50);
      }) as typeof open);
    });
    const cut =
      '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-';
    expect(
      await post('/upload', cut, { 'content-type': 'multipart/form-data; boundary=x' }),
    ).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
    await opened;
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes the files of interrupted connections', async () => {
    const head =
      '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7';
    await Promise.all(
      Array.from(
        { length: 50 },
        () =>
          new Promise<void>((resolve) => {
            const call = httpRequest(`${base}/upload`, {
              method: 'POST',
              headers: { 'content-type': 'multipart/form-data; boundary=x' },
            });
            call.on('error', () => resolve());
            call.write(head, () => {
              // The server must be reading already, so that the abort is in the middle.
              setImmediate(() => call.destroy());
            });
            call.on('close', () => resolve());
          }),
      ),
    );
    await expect.poll(async () => (await readdir(folder)).length, { timeout: 60_000 }).toBe(0);
    // All have ended, so fifty slots are free again.
    await expect
      .poll(async () => {
        const calls = Array.from({ length: 50 }, () =>
          post('/upload', form([['files', pdf(), 'a.pdf']])),
        );
        return (await Promise.all(calls)).filter(({ status }) => status !== 201).length;
      })
      .toBe(0);
  });

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\x\\plan.pdf', 'plan.pdf'],
    ['a\u202Efdp.pdf', 'afdp.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('stores only the file name of %j', async (sent, stored) => {
    expect(await post('/upload', form([['files', pdf(), sent]]))).toMatchObject({
      body: { names: [stored] },
    });
  });
});

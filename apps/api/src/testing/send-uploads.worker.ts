/**
 * Sends uploads from a separate process, as real clients do. Within the server's process a client would only write while the
 * server is idle. It takes one JSON argument and prints one line of JSON: the answers by client, or the error's code.
 */
import { request as httpRequest } from 'node:http';

import request from 'supertest';

export interface SentUpload {
  readonly base: string;
  readonly path: string;
  readonly token: string | null;
  readonly size: number;
  readonly times: number;
}
/** Answers by client: `401 UNAUTHENTICATED`, or the code of the connection error. */
export type UploadAnswers = Record<string, string[]>;

const { base, path, token, size, times } = JSON.parse(process.argv[2] ?? '') as SentUpload;
const file = Buffer.alloc(size, '%PDF-1.7 ');
const url = `${base}${path}`;
const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
const answered = (status: number, body: unknown): string =>
  `${String(status)} ${(body as { code: string }).code}`;

const clients: Record<string, () => Promise<string>> = {
  async fetch() {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(file)]), 'a.pdf');
    const answer = await fetch(url, { method: 'POST', body, headers });
    return answered(answer.status, await answer.json());
  },
  async supertest() {
    const call = request(base).post(path).set(headers);
    const answer = await call.attach('file', file, 'a.pdf');
    return answered(answer.status, answer.body);
  },
  async http() {
    const head =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]);
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const options = { method: 'POST', headers: { ...headers, ...type } };
    return await new Promise<string>((resolve, reject) => {
      const call = httpRequest(url, options, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          resolve(answered(res.statusCode ?? 0, JSON.parse(Buffer.concat(chunks).toString())));
        });
      });
      call.on('error', reject);
      call.end(body);
    });
  },
};

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? String(error);
};
const answers: UploadAnswers = {};
for (const [name, send] of Object.entries(clients)) {
  const own = (answers[name] ??= []);
  for (let n = 0; n < times; n += 1) own.push(await send().catch(codeOf));
}
process.stdout.write(`${JSON.stringify(answers)}\n`);
process.exit(0);

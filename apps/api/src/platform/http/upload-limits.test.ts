import { request } from 'node:http';

import { endpoints, hasPermission, type Endpoint } from '@wasl/contracts';
import { beforeAll, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const address = '127.0.0.1';
const names = ['upload', 'message', 'import', 'importCheck'] as const;
let people: { beneficiary: { id: string }; agent: { id: string } };

beforeAll(async () => {
  people = { beneficiary: await app.make.aBeneficiary(), agent: await app.make.anAgent() };
  // Uses up every allowance.
  for (const { id } of Object.values(people)) {
    for (const name of names)
      while (await app.deps.limits.tryConsume(name, { account: id })) continue;
  }
  while (await app.deps.limits.tryConsume('identityUpload', { address })) continue;
});

function statusOfHead(path: string, method: string, headers: Record<string, string>) {
  return new Promise<number | undefined>((resolve, reject) => {
    const call = request(`${app.baseUrl}/api${path}`, { method, headers }, (answer) => {
      resolve(answer.statusCode);
      call.destroy();
    });
    call.on('error', reject);
    call.flushHeaders();
  });
}

const uploads = Object.values<Endpoint>(endpoints).filter(
  ({ multipart }) => (multipart?.files.length ?? 0) > 0,
);

it.each(uploads.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s is refused beyond its limit before its body is read',
  async (_id, { path, method, permission }) => {
    const isPublic = permission === 'public';
    const person =
      !isPublic && hasPermission('PARTENAIRE', permission) && !permission.startsWith('message')
        ? people.agent
        : people.beneficiary;
    const status = await statusOfHead(path.replace(/:\w+/g, '1'), method.toUpperCase(), {
      ...(isPublic ? {} : { authorization: `Bearer ${await app.tokenOf(person)}` }),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '1000000',
    });
    expect(status).toBe(429);
  },
);

it('counts a chunked file as an upload', async () => {
  const status = await statusOfHead('/uploads', 'POST', {
    authorization: `Bearer ${await app.tokenOf(people.beneficiary)}`,
    'tus-resumable': '1.0.0',
    'upload-length': '1000000',
  });
  expect(status).toBe(429);
});

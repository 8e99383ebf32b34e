import { maxLogoBytes, maxLogoSide, type PartnerView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { samplePdf, samplePicture, type TestClient, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

async function anOrganisation() {
  const agent = await app.make.anAgent();
  const client = await app.as(agent);
  const id = agent.partnerId;
  const put = (file: Buffer, name: string, by: TestClient = client) =>
    by.post(`/partners/${String(id)}/logo`).attach('file', file, name);
  const logo = async () =>
    ((await app.anonymous.get(`/partners/${String(id)}`).expect(200)).body as PartnerView).logo;
  return { agent, client, id, put, logo };
}
/** Converts the address to the API client's path. */
const read = (address: string | null) =>
  app.anonymous.get((address ?? '').replace(/^\/api/, '')).buffer(true);

describe('the logo of an organisation', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
  ] as const)('can be a %s, visible to everybody', async (kind, type) => {
    const { put, logo, client, id } = await anOrganisation();
    const picture = samplePicture(kind, 320, 200);
    const answer = await put(picture, `logo.${kind}`).expect(201);
    const { logo: address } = answer.body as { logo: string };
    expect(address).toMatch(/^\/api\/partners\/logo\/[\w-]{16,80}$/);
    expect(await logo()).toBe(address);
    const shown = await read(address).expect(200);
    expect(shown.body).toEqual(picture);
    expect(shown.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=604800, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    // The owner's file name is hidden.
    expect(shown.headers['content-disposition']).toContain(`logo.${kind}`);
    await client.delete(`/partners/${String(id)}/logo`).expect(200);
  });

  it('appears in every list of organisations, and in the profile', async () => {
    const { agent, client, put, logo } = await anOrganisation();
    await put(samplePicture('png', 10, 10), 'logo.png').expect(201);
    const address = await logo();
    const listed = (await app.anonymous.get('/partners?size=200').expect(200))
      .body as PartnerView[];
    expect(listed.find(({ id }) => id === agent.partnerId)?.logo).toBe(address);
    const found = await app.anonymous
      .post('/partners/titleAndServicesAndSecteursAndSupportTypes?size=200', {})
      .expect(200);
    const { data } = found.body as { data: PartnerView[] };
    expect(data.find(({ id }) => id === agent.partnerId)?.logo).toBe(address);
    const profile = await client.get(`/currentUserPartner/${agent.id}`).expect(200);
    expect((profile.body as { partner: PartnerView }).partner.logo).toBe(address);
  });

  it('is replaced and removed together with its file; the earlier address stops working', async () => {
    const { client, id, put, logo } = await anOrganisation();
    await put(samplePicture('png', 10, 10), 'un.png').expect(201);
    const first = await logo();
    await put(samplePicture('gif', 10, 10), 'deux.gif').expect(201);
    const second = await logo();
    expect(second).not.toBe(first);
    await read(first).expect(404);
    await read(second).expect(200);
    await client.delete(`/partners/${String(id)}/logo`).expect(200);
    await client.delete(`/partners/${String(id)}/logo`).expect(200);
    expect(await logo()).toBeNull();
    await read(second).expect(404);
    expect(await app.db.storedFile.count({ where: { partnerLogo: { id } } })).toBe(0);
  });

  it('is validated by content: SVG, HTML and PDF are refused, whatever the name', async () => {
    const { put, logo } = await anOrganisation();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const tries: [Buffer, string][] = [
      [svg, 'logo.svg'],
      [svg, 'logo.png'],
      [Buffer.from('<!doctype html><script>alert(1)</script>'), 'logo.png'],
      [samplePdf, 'logo.pdf'],
      [samplePdf, 'logo.png'],
    ];
    for (const [file, name] of tries) {
      const refused = await put(file, name);
      expect([refused.status, (refused.body as { code: string }).code], name).toEqual([
        415,
        'LOGO_NOT_IMAGE',
      ]);
    }
    expect(await logo()).toBeNull();
    await put(samplePicture('webp', 10, 10), 'logo.jpg').expect(201);
    expect((await read(await logo()).expect(200)).headers['content-type']).toBe('image/webp');
  });

  it('has limits in bytes and in pixels', async () => {
    const { put, logo } = await anOrganisation();
    const heavy = Buffer.concat([samplePicture('png', 10, 10), Buffer.alloc(maxLogoBytes)]);
    const tooLarge = await put(heavy, 'logo.png').expect(413);
    expect(tooLarge.body).toMatchObject({
      code: 'LOGO_TOO_LARGE',
      message: 'Le logo ne doit pas dépasser 1 Mo.',
    });
    for (const kind of ['png', 'gif', 'jpeg', 'webp'] as const) {
      for (const [width, height] of [
        [maxLogoSide + 1, 1],
        [1, maxLogoSide + 1],
      ] as const) {
        const flood = await put(samplePicture(kind, width, height), `logo.${kind}`);
        expect((flood.body as { code: string }).code, kind).toBe('LOGO_DIMENSIONS');
      }
    }
    // A picture without a readable size is refused, because it may be large.
    const silent = samplePicture('jpeg', 10, 10).subarray(0, 20);
    const unknown = await put(Buffer.concat([silent, Buffer.alloc(40)]), 'logo.jpg');
    expect((unknown.body as { code: string }).code).toBe('LOGO_DIMENSIONS');
    expect(await logo()).toBeNull();
    await put(samplePicture('webp', maxLogoSide, maxLogoSide), 'logo.webp').expect(201);
  });

  it('can be changed only by the agents of that organisation', async () => {
    const { id, put, logo } = await anOrganisation();
    await put(samplePicture('png', 10, 10), 'logo.png').expect(201);
    const before = await logo();
    const stranger = await app.as(await app.make.anAgent());
    await put(samplePicture('gif', 10, 10), 'logo.gif', stranger).expect(404);
    await stranger.delete(`/partners/${String(id)}/logo`).expect(404);
    const beneficiary = await app.as(await app.make.aBeneficiary());
    await put(samplePicture('gif', 10, 10), 'logo.gif', beneficiary).expect(403);
    await put(samplePicture('gif', 10, 10), 'logo.gif', app.anonymous).expect(401);
    expect(await logo()).toBe(before);
  });

  it('is hidden until its organisation is approved, and other files are never served as a logo', async () => {
    const { id, put, logo } = await anOrganisation();
    await put(samplePicture('png', 10, 10), 'logo.png').expect(201);
    const address = await logo();
    await app.db.partner.update({ where: { id }, data: { approvedAt: null } });
    await read(address).expect(404);
    const owner = await app.make.aBeneficiary();
    const key = 'p'.repeat(32);
    await app.db.storedFile.create({
      data: {
        key,
        originalName: 'cin.png',
        mimeType: 'image/png',
        size: 3,
        sha256: 'x',
        ownerId: owner.id,
      },
    });
    await read(`/partners/logo/${key}`).expect(404);
    await read('/partners/logo/..%2f..%2fetc%2fpasswd').expect(400);
  });

  it('requires a file, and reports a missing file', async () => {
    const { client, id } = await anOrganisation();
    const answer = await client
      .post(`/partners/${String(id)}/logo`)
      .field('x', '1')
      .expect(400);
    expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'file' }] });
  });
});

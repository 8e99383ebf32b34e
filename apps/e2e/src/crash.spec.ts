import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from '@playwright/test';
import { example1 as plant } from '@wasl/premium/testing';
import { queryRows } from '@wasl/tooling/testing';
import { startTestPortal, type TestPortal } from '@wasl/tooling/testing/portal';

import { csv, pdf } from './files.ts';
import { demoPassword } from './signed-in.ts';

const lines = 2000;

/** Reproducible pseudo-random numbers between 0 and 1, so that a failing run can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function tokenOf(portal: TestPortal, email: string): Promise<string> {
  const answer = await fetch(`${portal.url}/api/utilisateurs/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Each file with a row is complete; each other file is younger than the sweep's age limit. */
async function expectWholeFiles(portal: TestPortal): Promise<void> {
  const folder = path.join(portal.dataFolder, 'files');
  const names = await readdir(folder, { recursive: true });
  const byKey = new Map(names.map((name) => [path.basename(name), path.join(folder, name)]));
  const rows = await queryRows<{ key: string; size: number }>(
    portal.databaseUrl,
    'SELECT key, size FROM stored_files',
  );
  for (const { key, size } of rows) {
    const file = byKey.get(key);
    expect(file, `file of ${key}`).toBeDefined();
    expect((await stat(file ?? '')).size).toBe(size);
  }
}

test('a server killed at twenty moments leaves no partial work', async () => {
  test.setTimeout(600_000);
  const portal = await startTestPortal({ RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error' });
  try {
    const random = randomNumbers(20261121);
    const [agent, beneficiary] = [
      await tokenOf(portal, 'agent.cri@example.org'),
      await tokenOf(portal, 'amina@example.org'),
    ];
    const rows = async (sql: string, value: string): Promise<number> =>
      Number((await queryRows<{ n: string }>(portal.databaseUrl, sql, [value]))[0]?.n);
    const call = async (token: string, method: string, at: string, body?: FormData | object) =>
      await fetch(`${portal.url}/api${at}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined
          ? {}
          : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
    const upload = (file: { name: string; mimeType: string; buffer: Buffer }): FormData => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name);
      return form;
    };
    const aDraft = async (need: string): Promise<number> => {
      const form = new FormData();
      form.set(
        'createRequestDto',
        JSON.stringify({ description: need, services: [{ code: 'CREATION_ENTREPRISE' }] }),
      );
      const answer = await call(beneficiary, 'POST', '/requests', form);
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { id: number }).id;
    };
    const aReport = async (): Promise<Response> => {
      const [simulation] = await queryRows<{ id: number }>(
        portal.databaseUrl,
        'SELECT id FROM simulations ORDER BY id DESC LIMIT 1',
      );
      const number = String(simulation?.id);
      const at = `/simulation_prime/generate_report?simulation_prime_id=${number}&lang=ar`;
      return await call(beneficiary, 'GET', at);
    };
    /** Duration of each action on this machine with a fresh server, in milliseconds. */
    const durations: number[] = [];

    for (let round = 0; round <= 4; round += 1) {
      const mark = `coupure ${String(round)}`;
      const table = csv('demandes.csv', [
        ['email_beneficiaire', 'besoin', 'services'],
        ...Array.from({ length: lines }, () => ['amina@example.org', mark, 'CREATION_ENTREPRISE']),
      ]);
      const [toFill, toSubmit] = [await aDraft(`dossier ${mark}`), await aDraft(`dépôt ${mark}`)];
      const big = pdf('plan.pdf');
      const form = upload({
        ...big,
        buffer: Buffer.concat([big.buffer, Buffer.alloc(5_000_000, '% ')]),
      });
      form.set('name', 'BUSINESS_PLAN');
      const actions = [
        () => call(agent, 'POST', '/requests/uploadCanevasDemandes', upload(table)),
        () => call(beneficiary, 'POST', `/requests/${String(toFill)}/document`, form),
        () =>
          call(beneficiary, 'PUT', '/requests/observationAndStatus', {
            idRequest: toSubmit,
            newStatus: { code: 'NOUVEAU', libelle: 'Nouvelle' },
            observations: '',
          }),
        () => call(beneficiary, 'POST', '/simulate', plant),
        aReport,
      ];

      if (round === 0) {
        // One complete run each: an acknowledged action survives a crash right after it.
        for (const act of actions) {
          const start = performance.now();
          const answer = await act();
          await answer.arrayBuffer();
          expect(answer.ok, `${answer.url}: ${String(answer.status)}`).toBe(true);
          durations.push(performance.now() - start);
        }
        await portal.crash();
      } else {
        // Five at once, with random delays, so that the crash hits any moment.
        const lasted = durations.map((usual) => random() * 1.5 * usual);
        const longest = Math.max(...lasted);
        const outcomes = actions.map(async (act, index) => {
          await pause(longest - (lasted[index] ?? 0));
          await act().then(
            async (answer) => await answer.arrayBuffer().catch(() => null),
            () => null,
          );
        });
        await pause(longest);
        await portal.crash();
        await Promise.all(outcomes);
      }

      const imported = await rows('SELECT count(*) n FROM requests WHERE description = $1', mark);
      expect(round === 0 ? [lines] : [0, lines], mark).toContain(imported);
      expect(
        await rows(
          'SELECT count(*) n FROM processing_steps s JOIN requests r ON r.id = s.request_id WHERE r.description = $1',
          mark,
        ),
      ).toBe(imported);
      await expectWholeFiles(portal);
      const [state] = await queryRows<{ status: string; steps: string; events: string }>(
        portal.databaseUrl,
        `SELECT status,
                (SELECT count(*) FROM processing_steps WHERE request_id = r.id) steps,
                (SELECT count(*) FROM history_events WHERE request_id = r.id AND kind = 'SUBMITTED') events
           FROM requests r WHERE id = $1`,
        [toSubmit],
      );
      const submitted = { status: 'NOUVEAU', steps: '1', events: '1' };
      const untouched = { status: 'EN_COURS_DE_CREATION', steps: '0', events: '0' };
      expect(round === 0 ? [submitted] : [untouched, submitted]).toContainEqual(state);
      // A fresh server on a busy machine may have no database connection yet, so the call is repeated.
      await expect(async () => {
        expect((await (await aReport()).text()).slice(0, 5)).toBe('%PDF-');
      }).toPass();
    }
  } finally {
    await portal.stop();
  }
});

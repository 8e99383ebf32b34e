// @module-tag slow

import { readdirSync } from 'node:fs';
import path from 'node:path';

import { build } from 'esbuild';
import { Piscina } from 'piscina';
import { afterAll, describe, expect, it, vi } from 'vitest';

import { reportBytes, type ReportJob } from '../../modules/simulations/report/report-job.ts';
import { useTestApp } from '../../testing/index.ts';
import { createThreads, threadProgram } from './threads.ts';

const ending = threadProgram(import.meta.url, '../../testing/ending');

describe('threads', () => {
  const error = vi.fn();
  const threads = createThreads({ error });
  afterAll(() => threads.close());

  it('return the bytes of a job', async () => {
    expect((await threads.run(ending, 'answer')).toString()).toBe('there');
  });

  it('report the error that the code of a job throws', async () => {
    await expect(threads.run(ending, 'fail')).rejects.toThrow(new RangeError('logged'));
    expect(error).not.toHaveBeenCalled();
  });

  it('that end before they are done return UNAVAILABLE, and the next job uses another thread', async () => {
    const lost = threads.run(ending, 'end');
    await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ event: 'thread.exited' }));
    expect((await threads.run(ending, 'answer')).toString()).toBe('there');
  });

  it('that end with the process log nothing, and accept no more jobs', async () => {
    const logged = vi.fn();
    const others = createThreads({ error: logged });
    await others.run(ending, 'answer');
    const underWay = others.run(ending, 'answer');
    const [answer] = await Promise.allSettled([underWay, others.close()]);
    expect(answer).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
    await expect(others.run(ending, 'answer')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(logged).not.toHaveBeenCalled();
  });

  it('log an unexpected message and continue, but log nothing after they are closed', async () => {
    const logged = vi.fn();
    const destroy = vi.spyOn(Piscina.prototype, 'destroy');
    const run = vi.spyOn(Piscina.prototype, 'run');
    const others = createThreads({ error: logged });
    await others.run(ending, 'answer');
    const [pool] = run.mock.contexts as [Piscina];
    const late = new Error('Unexpected message from Worker');
    pool.emit('error', late);
    expect(logged).toHaveBeenCalledExactlyOnceWith({ event: 'thread.exited', err: late });
    await others.close();
    expect(destroy.mock.contexts).toEqual([pool]);
    pool.emit('error', late);
    expect(logged).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  it('refuse jobs beyond the queue limit, and run the queued jobs', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 300 }, () => threads.run(ending, 'answer')),
    );
    const refused = answers.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    );
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(100);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('the worker programs', () => {
  const source = path.resolve(import.meta.dirname, '../..');
  const workers = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.worker.ts') && !name.startsWith('testing'),
  );

  it.each(workers)('contain no database client: %s', async (name) => {
    const { metafile } = await build({
      entryPoints: [path.join(source, name)],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      alias: { '@wasl/db': path.resolve(source, '../../../prisma/src/index.ts') },
    });
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.filter((input) => /\.repository\.ts$|prisma\//.test(input))).toEqual([]);
  });
});

describe('a document rendered in a thread', () => {
  const app = useTestApp();

  it('is identical, byte by byte, to a document rendered in the main thread', async () => {
    const user = await app.make.aBeneficiary();
    const { id } = await app.make.aSimulation(user.id, 'nordev');
    const path = `/simulation_prime_nordev/generate_report?simulation_prime_nordev_id=${String(id)}&lang=ar`;
    const run = vi.spyOn(app.deps.threads, 'run');
    const answer = await (await app.as(user)).get(path).expect(200);
    const job = run.mock.calls[0]?.[1] as ReportJob;
    run.mockRestore();
    expect((answer.body as Buffer).equals(await reportBytes(job))).toBe(true);
  });

  it('returns 503 with a message when the thread ends, and is rendered at the next call', async () => {
    const user = await app.make.aBeneficiary();
    const { id } = await app.make.aSimulation(user.id, 'general');
    const client = await app.as(user);
    const path = `/simulation_prime/generate_report?simulation_prime_id=${String(id)}&lang=ar`;
    const { threads } = app.deps;
    const run = threads.run.bind(threads);
    vi.spyOn(threads, 'run').mockImplementationOnce(() => run(ending, 'end'));
    const lost = await client.get(path).expect(503).expect('retry-after', '5');
    expect(lost.body).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(/\S/) });
    await client.get(path).expect(200).expect('content-type', 'application/pdf');
  });
});

import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { execute, freePort, repository, until, useServers, useTestFolder } from './set-up.ts';

const { programs } = useServers();
const folder = useTestFolder();
beforeAll(() => cp(path.join(repository, '.docker/metrics'), folder, { recursive: true }));

it('accepts the alert rules, which fire exactly when they should', async () => {
  const { stdout } = await execute('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd: folder,
  });
  expect(stdout).toContain('SUCCESS');
});

it('documents a remedy for every alert', async () => {
  const rules = await readFile(path.join(folder, 'alerts.yml'), 'utf8');
  const remedies = await readFile(path.join(repository, 'docs/operations/monitoring.md'), 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(alerts.length).toBeGreaterThan(10);
  expect(alerts.filter((name) => !remedies.includes(`\`${name}\``))).toEqual([]);
});

it('scrapes a built server with the delivered configuration and has the metrics of every rule', async () => {
  const [port, metrics, own] = [await freePort(), await freePort(), await freePort()];
  await programs.startServer(port, { METRICS_PORT: String(metrics) });
  const file = path.join(folder, 'prometheus.yml');
  const sample = await readFile(file, 'utf8');
  const config = sample
    .replace(/targets: \[.*\]/, `targets: ['127.0.0.1:${String(metrics)}']`)
    .replaceAll('15s', '1s');
  expect(config).not.toContain('api-1');
  await writeFile(file, config);
  await execute('promtool', ['check', 'config', file]);
  programs.begin('prometheus', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${path.join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${String(own)}`,
  ]);
  const ask = async (place: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${String(own)}/api/v1/${place}`).catch(() => null);
    return answer?.ok === true ? ((await answer.json()) as { data: unknown }).data : null;
  };
  /** Value of a series, once it exists. */
  const valueOf = (series: string): Promise<string> =>
    until(async () => {
      const found = (await ask(`query?query=${encodeURIComponent(series)}`)) as {
        result: { value: [number, string] }[];
      } | null;
      return found?.result[0]?.value[1];
    });
  expect(await valueOf('up{job="wasl"} == 1')).toBe('1');
  expect(await valueOf('wasl_database_up')).toBe('1');
  // A rule or panel on a series without a source would never report anything.
  const page = await fetch(`http://127.0.0.1:${String(metrics)}/metrics`);
  const exposedMetrics = new Set(
    [...(await page.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name),
  );
  const asked = ['alerts.yml', 'dashboard.json'].map((name) => readFile(path.join(folder, name)));
  const names = (await Promise.all(asked))
    .join()
    .match(/\b(?:wasl|nodejs|process)_\w+/g)
    ?.map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
  expect(names?.length).toBeGreaterThan(20);
  expect(names?.filter((name) => !exposedMetrics.has(name))).toEqual([]);
  interface Rule {
    readonly name: string;
    readonly health: string;
    readonly state?: string;
  }
  const rules = async (): Promise<Rule[]> => {
    const data = (await ask('rules')) as { groups: { rules: Rule[] }[] } | null;
    return data?.groups.flatMap((group) => group.rules) ?? [];
  };
  // Every rule was evaluated; a fresh portal has no alert.
  const known = await until(async () => {
    const all = await rules();
    return all.length > 10 && all.every(({ health }) => health !== 'unknown') && all;
  });
  expect(known.filter(({ health }) => health !== 'ok')).toEqual([]);
  expect(known.filter(({ state }) => state === 'firing')).toEqual([]);
});

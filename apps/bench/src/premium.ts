/**
 * Microseconds of processor time for one simulation, form to outcome, on varied forms made ahead of the clock.
 * Run: `tsx src/premium.ts [simulations]` in apps/bench.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { simulateGeneral, simulateNordev } from '@wasl/premium';
import { generalRuleSetSchema, nordevRuleSetSchema } from '@wasl/premium/schema';
import { randomForms } from '@wasl/premium/testing';

const GOAL_MICROSECONDS = 50;
const BATCH = 1_000;

const count = Number(process.argv[2] ?? 200_000);
if (!Number.isInteger(count) || count < BATCH) throw new Error(`at least ${String(BATCH)}`);

const readRules = (file: string): unknown =>
  JSON.parse(
    readFileSync(
      new URL(`../../../prisma/seed/reference/premium/${file}`, import.meta.url),
      'utf8',
    ),
  );
const general = generalRuleSetSchema.parse(readRules('general-2026-default.json'));
const nordev = nordevRuleSetSchema.parse(readRules('nordev-2026-default.json'));

const forms = randomForms(20_260_101, general, nordev);

/** Times the simulations batch by batch and prints mean, median and 99th percentile of a batch. */
function measure<F>(name: string, form: () => F, simulate: (form: F) => { kind: string }): void {
  const batches = Math.ceil(count / BATCH);
  const kinds = new Map<string, number>();
  const perSimulation: number[] = [];
  for (let batch = -5; batch < batches; batch += 1) {
    const forms = Array.from({ length: BATCH }, form);
    const start = process.cpuUsage();
    const outcomes = forms.map(simulate);
    const { user, system } = process.cpuUsage(start);
    const microseconds = (user + system) / BATCH;
    // The first five batches warm the engine up.
    if (batch < 0) continue;
    perSimulation.push(microseconds);
    for (const { kind } of outcomes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  perSimulation.sort((a, b) => a - b);
  const at = (share: number) => perSimulation[Math.floor((batches - 1) * share)] ?? Number.NaN;
  const mean = perSimulation.reduce((sum, value) => sum + value, 0) / batches;
  const mix = [...kinds].map(([kind, times]) => `${kind} ${String(times)}`).join(', ');
  console.log(
    `${name}: mean ${mean.toFixed(1)} µs, median ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)}` +
      ` (goal < ${String(GOAL_MICROSECONDS)}); ${String(batches * BATCH)} forms: ${mix}`,
  );
  if (mean >= GOAL_MICROSECONDS) process.exitCode = 1;
}

measure('general', forms.general, (form) => simulateGeneral(form, general));
measure('nordev', forms.nordev, (form) => simulateNordev(form, nordev));

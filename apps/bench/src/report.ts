/**
 * Processor time of one report as the API serves it (queries, words, PDF), by simulator and language. The process is
 * warmed up as the server does at its start; the first report after that is shown apart.
 * Uses a temporary PostgreSQL, or the one of TEST_DATABASE_URL.
 * Run: `tsx src/report.ts [reports]` in apps/bench.
 */
import process from 'node:process';

import { startTestServer } from '@wasl/tooling/testing/server';

import { warmUpReports } from '../../api/src/modules/simulations/index.ts';
import { reportsService } from '../../api/src/modules/simulations/reports.service.ts';
import { createTestApp } from '../../api/src/testing/index.ts';

const GOAL_MS = 150;
const count = Number(process.argv[2] ?? 30);

const server = process.env.TEST_DATABASE_URL === undefined ? await startTestServer() : null;
if (server) process.env.TEST_DATABASE_URL = server.adminUrl;
// The quota of reports must not stop the measurement.
const app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
try {
  const user = await app.make.aBeneficiary();
  const actor = {
    userId: user.id,
    email: user.email,
    role: 'BENEFICIAIRE',
    partnerId: null,
    name: `${user.prenom} ${user.nom}`,
    sessionId: '',
    lang: 'fr',
    isSetupDue: false,
    isResponsible: false,
    isKey: false,
  } as const;
  const reports = reportsService(app.deps);
  const cpuMs = async (scheme: 'general' | 'nordev', id: number, lang: 'fr' | 'ar') => {
    const before = process.cpuUsage();
    const { size = 0 } = await reports.report(actor, scheme, id, lang);
    const { user: inCode, system } = process.cpuUsage(before);
    return { ms: (inCode + system) / 1000, size };
  };
  const cold = process.cpuUsage();
  await warmUpReports(app.deps);
  const { user: warming, system: inSystem } = process.cpuUsage(cold);
  console.log(`warm-up: ${((warming + inSystem) / 1000).toFixed(0)} ms of processor time, once`);
  for (const scheme of ['general', 'nordev'] as const) {
    const { id } = await app.make.aSimulation(user.id, scheme);
    for (const lang of ['fr', 'ar'] as const) {
      const first = await cpuMs(scheme, id, lang);
      const times: number[] = [];
      for (let done = 0; done < count; done += 1) times.push((await cpuMs(scheme, id, lang)).ms);
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.floor((count - 1) * share)] ?? Number.NaN;
      console.log(
        `${scheme} ${lang}: median ${at(0.5).toFixed(0)} ms of processor time, p90 ${at(0.9).toFixed(0)}` +
          ` (goal < ${String(GOAL_MS)}); first ${first.ms.toFixed(0)}; ${String(Math.round(first.size / 1024))} kB`,
      );
      if (at(0.5) >= GOAL_MS) process.exitCode = 1;
    }
  }
} finally {
  await app.close();
  await server?.stop();
}

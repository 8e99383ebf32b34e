import type { MonthReportView } from '@wasl/contracts/administration';
import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { madeBefore, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const me = madeBefore(() => anAdministrator(app));

it('shows the figures of a month by organisation, as its workbook does', async () => {
  const { partnerId } = await app.make.anAgent();
  const request = await app.make.aRequest({ status: 'ENTAME' });
  const step = { requestId: request.id, partnerId } as const;
  const { id } = await app.make.aStep({ ...step, status: 'PROCESSED', percent: 100 });
  await app.make.aStep({ ...step, status: 'ASSIGNED' });
  const at = (day: string) => new Date(`${day}T10:00:00Z`);
  await app.db.processingStep.updateMany({
    where: { partnerId },
    data: { assignedAt: at('2026-03-02') },
  });
  await app.db.processingStep.update({ where: { id }, data: { processedAt: at('2026-03-12') } });
  const { body } = await me.client.get('/admin/report?month=2026-03&lang=fr').expect(200);
  const report = body as MonthReportView;
  expect(report.rows).toMatchObject([
    { received: 2, closed: 1, open: 1, median: 10, rating: null },
  ]);
  expect(report.whole).toMatchObject({ received: 2, closed: 1 });
  expect(report.steps).toBe(2);

  const answer = await me.client
    .get('/admin/report/file?month=2026-03&lang=ar')
    .responseType('blob')
    .expect(200);
  expect(answer.headers['content-disposition']).toContain('wasl-2026-03.xlsx');
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(answer.body as ArrayBuffer);
  const [steps, totals] = workbook.worksheets;
  expect(steps?.rowCount).toBe(3);
  expect(totals?.getRow(2).getCell(2).value).toBe(2);
  expect(
    await app.db.administratorAct.findFirst({ where: { kind: 'MONTH_REPORTED' } }),
  ).toMatchObject({ byName: me.email, reason: '2026-03' });
  for (const month of ['', '2026-13', '2026-3', '1999-01'])
    await me.client.get(`/admin/report?month=${month}`).expect(400);
});

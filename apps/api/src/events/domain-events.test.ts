import { noticeKinds } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { mails } from '../platform/mail/mails/index.ts';
import { configurePlugins } from '../platform/program/plugin.ts';
import * as plugins from '../plugins/index.ts';
import { paddedTable } from '../testing/padded-table.ts';
import { reactions, reportsOf, type DomainEvent } from './domain-events.ts';
import { roles, type AboutRequest, type Agent, type Reaction } from './reaction.ts';

const request: AboutRequest = {
  id: 7,
  numRequest: '2026-000007',
  beneficiary: {
    id: 'amina',
    email: 'amina@example.org',
    lang: 'es',
    nom: 'El Amrani',
    prenom: 'Amina',
    companyName: null,
  },
};
const item = (code: string, libelleEs: string | null = null) => ({
  code,
  libelleFr: code.toLowerCase(),
  libelleEn: null,
  libelleAr: null,
  libelleEs,
});
const agent = (id: string, partnerId: number): Agent => ({
  id,
  email: `${id}@example.org`,
  lang: 'fr',
  nom: 'Bennani',
  prenom: id,
  companyName: null,
  absence: null,
  partner: { id: partnerId, title: 'CRI', titleEn: null, titleAr: null, titleEs: null },
});
const step = { id: 71, partnerId: 4, assigneeId: null, titleItem: item('CONSEIL', 'Asesoría') };

const byPhone = configurePlugins(plugins, {}).standIn?.kinds ?? {};

type Printed = Reaction<DomainEvent>;
const eventTypes = Object.keys(reactions) as DomainEvent['type'][];

/** One row for each event and reader, as printed in docs/events.md. */
function tableRows(): string[][] {
  const cell = (keys: object | undefined): string =>
    Object.keys(keys ?? {})
      .map((key) => `\`${key}\``)
      .join(', ');
  return eventTypes.flatMap((type) => {
    const { history, administrator, ...byRole } = reactions[type] as Printed;
    const recorded = history === undefined ? '' : 'yes';
    const notified = roles.flatMap((role) => {
      const report = byRole[role];
      if (report === undefined) return [];
      const phone = Object.keys(report.mails ?? {}).some((mail) => mail in byPhone);
      return [[role, cell(report.notices), cell(report.mails), phone ? 'yes' : '']];
    });
    if (administrator !== undefined) notified.push(['administrator', '', cell(administrator), '']);
    if (notified.length === 0) notified.push(['', '', '', '']);
    return notified.map((row, index) => [`\`${type}\``, index === 0 ? recorded : '', ...row]);
  });
}

function page(): string {
  const rows = [['Event', 'History', 'Reader', 'Notice', 'Mail', 'Phone'], ...tableRows()];
  return `# Domain events

Each event with its readers, and what each of them gets. \`apps/api/src/events\` declares the events. This page is
printed from them: \`pnpm vitest run apps/api/src/events -u\` writes it again.

- One act gives each reader one notice and one mail: the most urgent (\`one-per-person.ts\`, \`rankInAct\` of a mail).
- Several notices or mails in one row are alternatives; the event decides.
- \`agents\` are the owner of the step or their substitute, else every agent of its organisation.
- Events of plugins are declared in their folders (\`apps/api/src/plugins/webhooks/events.ts\`).
- Phone: a person who chose it gets a text message instead of the mail, unless they did it themselves.

${paddedTable(rows)}
`;
}

describe('the list of domain events', () => {
  it('is printed in docs/events.md', async () => {
    await expect(page()).toMatchFileSnapshot('../../../../docs/events.md');
  });

  it('lists every existing notice and mail', () => {
    const printed = tableRows().flatMap(([, , , notices = '', mails = '']) =>
      [notices, mails].flatMap((cells) => cells.split(', ').map((key) => key.replaceAll('`', ''))),
    );
    // A plugin writes it; the kinds of notices are one list of the database.
    const ofPlugins = ['WEBHOOK_OFF'];
    const missing = [...noticeKinds, ...Object.keys(mails)].filter(
      (key) => ![...printed, ...ofPlugins].includes(key),
    );
    expect(missing).toEqual([]);
  });
});

describe('the records of an event', () => {
  it('list the expected documents in the reader’s language, or in French without a translation', () => {
    const documents = [item('RIB', 'Certificado bancario'), item('STATUTS')];
    expect(reportsOf({ type: 'step.documentsAsked', request, step, documents })).toMatchObject({
      history: [
        { kind: 'DOCUMENT_REQUESTED', stepId: 71, detail: 'RIB' },
        { kind: 'DOCUMENT_REQUESTED', stepId: 71, detail: 'STATUTS' },
      ],
      notices: [{ userId: 'amina', params: { documents: ['RIB', 'STATUTS'] } }],
      mails: [
        {
          to: 'amina@example.org',
          lang: 'es',
          template: 'documentsExpected',
          params: { service: 'Asesoría', documents: ['Certificado bancario', 'statuts'] },
        },
      ],
    });
  });

  it('notify the agents of the step’s organisation only once the step is assigned', () => {
    const agents = [agent('karim', 4), agent('nadia', 9)];
    const routed = (status: 'ASSIGNED' | 'NOT_STARTED') =>
      reportsOf({ type: 'step.routed', request, step: { ...step, status }, agents });
    expect(routed('ASSIGNED')).toMatchObject({
      history: [{ kind: 'ROUTED', toStatus: 'ASSIGNED', detail: '4' }],
      notices: [
        { userId: 'amina', kind: 'ASSIGNED' },
        { userId: 'karim', kind: 'NEW_STEP' },
      ],
      mails: [{ to: 'karim@example.org', template: 'stepAssigned' }],
    });
    expect(routed('NOT_STARTED')).toMatchObject({
      history: [{ kind: 'ROUTED', toStatus: 'NOT_STARTED' }],
      notices: [],
      mails: [],
    });
  });

  it('are the same for an imported line as for a created and submitted request', () => {
    const imported = (agreement: 'WAITING' | undefined) =>
      reportsOf({
        type: 'request.imported',
        requestId: 7,
        importId: 3,
        agreement,
        status: 'EN COURS DE QUALIFICATION',
        steps: [{ id: 71, status: 'ASSIGNED', partnerId: 4 }],
      }).history.map(({ kind, detail, toStatus }) => [kind, detail ?? toStatus]);
    expect(imported(undefined)).toEqual([
      ['CREATED', 'import 3'],
      ['SUBMITTED', 'NOUVEAU'],
      ['ROUTED', '4'],
      ['STATUS', 'EN COURS DE QUALIFICATION'],
    ]);
    expect(imported('WAITING')).toEqual([
      ['CREATED', 'import 3'],
      ['AGREEMENT', 'WAITING'],
    ]);
  });
});

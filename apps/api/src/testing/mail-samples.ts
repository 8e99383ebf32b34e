import type { MailTemplate, MailTemplates } from '../platform/mail/mails/index.ts';

const numRequest = '2026-000007';
/** To the requester. */
const toAmina = { name: 'Amina', requestId: 7, numRequest };
/** To an agent of the organisation in charge. */
const toKarim = { name: 'Karim', organisation: 'CRI', numRequest };
const ofStep = { requestId: 7, stepId: 12 };
const stepAssigned = { ...toKarim, ...ofStep, service: 'Financement' };
const beneficiaryWrote = {
  name: 'Karim',
  from: 'Amina',
  numRequest,
  service: 'Financement',
  stepId: 12,
};
const noteMention = {
  name: 'Karim',
  colleague: 'Salma Bennis',
  numRequest,
  ...ofStep,
  service: 'Financement',
};

const documentsExpected = { ...toAmina, service: 'Financement', documents: ['Statuts', 'RIB'] };
const messageReceived = {
  name: 'Amina',
  from: 'CRI',
  numRequest,
  service: 'Financement',
  stepId: 12,
};

/** A sample of each mail with distinct names. A missing template does not compile. */
export const mailSamples: { [T in MailTemplate]: MailTemplates[T] } = {
  confirmAddress: { name: 'Amina', token: 'T0ken' },
  secondFactorCode: { name: 'Amina', token: 'abcd-efgh-jkmn-pqrs' },
  resetPassword: { name: 'Amina', token: 'T0ken' },
  passwordChanged: { name: 'Amina', at: '2026-07-01T23:30:00Z' },
  newDevice: { name: 'Amina', at: '2026-07-01T23:30:00Z', browser: 'Firefox · Windows' },
  secondFactorChanged: { name: 'Amina', at: '2026-07-01T23:30:00Z', change: 'on' },
  agentAwaitingApproval: {
    name: 'Karim',
    agentName: 'Sara B',
    agentEmail: 's@example.org',
    organisation: 'CRI',
    token: 'T0ken',
  },
  addressCorrected: { name: 'Amina' },
  addressReleased: { name: 'Amina' },
  mergeAsked: {
    name: 'Amina',
    token: 'T0ken',
    own: 'amina@example.org',
    other: 'am…@example.com',
    isKept: true,
  },
  mergeDone: { name: 'Amina', other: 'am…@example.com' },
  mergeEnded: { name: 'Amina', other: 'am…@example.com' },
  agentApproved: { name: 'Sara', organisation: 'CRI' },
  agentRefused: { name: 'Sara', organisation: 'CRI' },
  agentRemoved: { name: 'Sara', organisation: 'CRI' },
  organisationExpired: { name: 'Sara', organisation: 'CRI' },
  agentRefusedByAdministrator: { name: 'Sara', organisation: 'CRI', reason: 'Inconnue du CRI' },
  organisationRefused: { name: 'Sara', organisation: 'CRI', reason: 'Inconnu de nos services' },
  requestReceived: { ...toAmina, submittedAt: '2026-07-01T23:30:00Z' },
  requestsFiled: {
    name: 'Amina',
    organisation: 'CRI',
    partnerId: 3,
    count: 3,
    requests: [
      { requestId: 7, numRequest: '2026-000007' },
      { requestId: 8, numRequest: '2026-000008' },
    ],
  },
  stepAssigned,
  stepsAssigned: { name: 'Karim', organisation: 'CRI', count: 12 },
  documentsExpected,
  statusChanged: {
    ...toAmina,
    status: 'À reformuler',
    observation: 'Précisez le budget',
    page: 'edit',
  },
  processingHeld: { ...toKarim, ...ofStep, reason: 'Plan en révision' },
  processingResumed: { ...toKarim, ...ofStep },
  agreementWithdrawn: toKarim,
  requestWithdrawn: {
    ...toKarim,
    ...ofStep,
    reason: 'Le délai est trop long',
    text: 'Une banque m’a déjà répondu.',
  },
  stepPassedOn: {
    ...toAmina,
    service: 'Juridique',
    organisation: 'CRI',
    next: null,
    reason: 'Hors de notre zone d’intervention',
    text: 'Nous ne couvrons que Tanger.',
  },
  fileInfected: { name: 'Amina', file: 'plan.pdf', numRequest, place: '/editRequest/7' },
  requestRestored: { ...toAmina, page: 'edit' },
  fileRemoved: {
    ...toAmina,
    file: 'Devis',
    reason: 'Document d’une autre personne',
    isAwaited: true,
    page: 'followUp',
  },
  closingTakenBack: { ...toAmina, service: 'Juridique', organisation: 'CRI' },
  makerLeft: {
    name: 'Salma Idrissi',
    organisation: 'CCIS',
    endsOn: '2026-12-26',
    items: ['Gestion des dossiers'],
  },
  requestsUnrouted: { name: 'admin@example.ma', count: 2, requests: ['2026-000007'] },
  organisationUnattended: {
    name: 'admin@example.ma',
    organisation: 'CRI',
    partnerId: 5,
    count: 1,
    requests: ['2026-000007'],
  },
  requestHandled: toAmina,
  messageReceived,
  noteMention,
  beneficiaryWrote,
  requestEvents: {
    name: 'Karim',
    numRequest: '2026-000007',
    // Every merged event, so that every line is rendered in every language.
    events: [
      { template: 'stepAssigned', params: stepAssigned },
      { template: 'beneficiaryWrote', params: beneficiaryWrote },
      { template: 'noteMention', params: noteMention },
      { template: 'documentsExpected', params: documentsExpected },
      { template: 'messageReceived', params: messageReceived },
      { template: 'processingHeld', params: { ...toKarim, reason: 'Plan' } },
      { template: 'processingResumed', params: toKarim },
      { template: 'agreementWithdrawn', params: toKarim },
      {
        template: 'requestWithdrawn',
        params: { ...toKarim, ...ofStep, reason: 'Trop long', text: 'Merci' },
      },
    ],
  },
  agentDigest: {
    name: 'Karim',
    organisation: 'CRI',
    since: '2026-06-12',
    fresh: 3,
    half: 1,
    late: 2,
    waiting: 11,
  },
  notTakenUp: { ...toAmina, service: 'Financement', organisation: 'CRI', dueOn: '2026-07-01' },
  documentAwaited: {
    ...toAmina,
    service: 'Financement',
    organisation: 'CRI',
    documents: ['Statuts', 'RIB'],
  },
  declineTakenBack: { ...toAmina, service: 'Financement', organisation: 'CRI' },
  documentNotNeeded: { ...toAmina, service: 'Financement', document: 'Statuts' },
  draftForgotten: toAmina,
  agreementAsked: { name: 'Amina', organisation: 'CRI', count: 3, requestId: 7 },
  invitation: { name: 'Amina', organisation: 'CRI', token: 'T0ken' },
  invitationAgain: { name: 'Amina', organisation: 'CRI', token: 'T0ken' },
  accountDeletionAsked: { name: 'Amina', dueOn: '2026-08-01', eventKey: 'd3letion' },
  accountKept: { name: 'Amina', dueOn: '2026-08-01', eventKey: 'd3letion' },
  accountErased: { name: 'Amina' },
};

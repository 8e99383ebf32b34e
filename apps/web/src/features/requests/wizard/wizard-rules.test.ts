import type { JourneyDefView, RequestView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  requestedDocuments,
  canSave,
  chooseMode,
  emptyWizard,
  groupDocuments,
  hasLink,
  isLinkMissing,
  isStepFilled,
  markRemoved,
  payloadOf,
  reachableStep,
  splitServices,
  toWizardValues,
  wizardSchema,
  withProposal,
  type WizardValues,
} from './wizard-rules.ts';

const values = (change: Partial<WizardValues> = {}): WizardValues => ({
  ...emptyWizard,
  ...change,
});
const journey = (change: Partial<JourneyDefView> = {}): JourneyDefView => ({
  id: 7,
  title: 'Créer mon entreprise',
  description: '',
  startDate: null,
  endDate: null,
  type: 'PREDEFINI',
  active: true,
  isOpen: true,
  eligibilityConditionsDtos: [],
  isCommentShown: false,
  comment: null,
  isButtonShown: false,
  buttonUrl: null,
  journeyDefSettingDtos: [
    { name: { code: 'BUSINESS_PLAN', libelle: 'Business plan' }, mandatory: true },
  ],
  questions: [],
  ...change,
});

describe('the steps of the wizard', () => {
  it('are complete with a mode, then with a journey or a service; the need is always complete', () => {
    expect(isStepFilled(0, values(), false)).toBe(false);
    expect(isStepFilled(0, values({ mode: 'predefined' }), false)).toBe(true);
    expect(isStepFilled(1, values({ mode: 'predefined' }), false)).toBe(false);
    expect(isStepFilled(1, values({ journeyDef: 7 }), false)).toBe(true);
    expect(isStepFilled(1, values({ services: ['A'] }), false)).toBe(true);
    expect(isStepFilled(2, values(), false)).toBe(true);
  });

  it('are all complete for an existing request', () => {
    expect([0, 1, 2].every((step) => isStepFilled(step, values(), true))).toBe(true);
    expect(reachableStep(values(), true)).toBe(3);
  });

  it('are reachable only after the steps before them', () => {
    expect(reachableStep(values({ services: ['A'] }), false)).toBe(0);
    expect(reachableStep(values({ mode: 'personalised' }), false)).toBe(1);
    expect(reachableStep(values({ mode: 'personalised', services: ['A'] }), false)).toBe(3);
  });
});

describe('a reopened request', () => {
  const saved = (change: Partial<RequestView>) =>
    toWizardValues({
      services: [],
      journeyDef: null,
      description: null,
      urlVideo: null,
      answers: [],
      ...change,
    } as RequestView);

  it('restores its services, need and video', () => {
    const video = 'https://youtu.be/dQw4w9WgXcQ';
    const services = [
      { code: 'FINANCEMENT', libelle: 'Financement' },
      { code: 'FONCIER', libelle: 'Foncier' },
    ];
    const opened = saved({ services, description: 'Un local', urlVideo: video });
    expect(opened).toMatchObject({
      step: 0,
      mode: 'personalised',
      services: ['FINANCEMENT', 'FONCIER'],
      journeyDef: null,
      description: 'Un local',
      urlVideo: video,
      visitedLinkOf: null,
    });
    expect(payloadOf(opened, null)).toMatchObject({
      description: 'Un local',
      urlVideo: video,
      services: ['FINANCEMENT', 'FONCIER'],
      journeyDef: null,
    });
  });

  it('restores its journey, with its link marked as visited', () => {
    const opened = saved({ journeyDef: journey({ id: 9 }) });
    expect(opened).toMatchObject({
      ...emptyWizard,
      mode: 'predefined',
      journeyDef: 9,
      visitedLinkOf: 9,
    });
    expect(payloadOf(opened, journey({ id: 9 }))).toMatchObject({ services: [], journeyDef: 9 });
  });
});

describe('selecting a mode', () => {
  it('predefined clears the services, personalised clears the journey', () => {
    const both = values({ services: ['A'], journeyDef: 7 });
    expect(chooseMode(both, 'predefined')).toMatchObject({ services: [], journeyDef: 7 });
    expect(chooseMode(both, 'personalised')).toMatchObject({ services: ['A'], journeyDef: null });
  });

  it('does not allow a save without a journey or a service', () => {
    expect(canSave(values({ mode: 'personalised' }))).toBe(false);
    expect(canSave(values({ journeyDef: 7 }))).toBe(true);
  });
});

describe('the services', () => {
  const services = ['A', 'B', 'C', 'D', 'E', 'F'].map((code) => ({ code }));
  it('are the first four; others are added when they are selected', () => {
    const { listed, others } = splitServices(services, ['F']);
    expect(listed.map((service) => service.code)).toEqual(['A', 'B', 'C', 'D', 'F']);
    expect(others.map((service) => service.code)).toEqual(['E']);
  });
});

describe('the documents', () => {
  it('are all documents for a personalised request, and the journey’s documents otherwise', () => {
    expect(requestedDocuments(null)).toHaveLength(4);
    expect(requestedDocuments(journey())).toEqual([{ code: 'BUSINESS_PLAN', mandatory: true }]);
  });

  it('include a video link only when it is requested', () => {
    const written = values({ urlVideo: ' https://youtu.be/dQw4w9WgXcQ ' });
    expect(payloadOf(written, null).urlVideo).toBe('https://youtu.be/dQw4w9WgXcQ');
    expect(payloadOf(written, journey()).urlVideo).toBeNull();
  });

  it.each([
    ['', true],
    ['https://youtu.be/dQw4w9WgXcQ', true],
    ['https://vimeo.com/1', false],
  ])('accept %j as a video link: %s', (urlVideo, isTaken) => {
    expect(wizardSchema.safeParse(values({ urlVideo })).success).toBe(isTaken);
  });
});

describe('the existing documents of a request', () => {
  const handed = (code: string, originalName: string) => ({
    libelle: { code, libelle: `Libellé ${code}` },
    filename: originalName,
    originalName,
    size: 1,
    state: 'CLEAN' as const,
    simulation: null,
  });
  const both = [handed('BUSINESS_PLAN', 'plan.pdf'), handed('DEFAULT_DOC', 'secret.pdf')];

  it('are split by whether the journey requests them', () => {
    const { asked, unasked } = groupDocuments(both, requestedDocuments(journey()));
    expect(asked).toEqual([both[0]]);
    expect(unasked).toEqual([both[1]]);
    expect(groupDocuments(both, requestedDocuments(null)).unasked).toEqual([]);
  });

  it('list the report of a simulation separately, and attach and remove it like the others', () => {
    const report = handed('SIMULATION', 'PRIME-000001.pdf');
    expect(groupDocuments([...both, report], requestedDocuments(journey()))).toEqual({
      asked: [both[0]],
      unasked: [both[1]],
      reports: [report],
    });
    const without = (code: string) => payloadOf(markRemoved(values(), code, true), null).documents;
    expect(without('DEFAULT_DOC')).toContain('SIMULATION');
    expect(without('SIMULATION')).not.toContain('SIMULATION');
  });

  it('are sent only after a removal, as the list of the remaining documents', () => {
    expect(payloadOf(values(), null)).not.toHaveProperty('documents');
    const marked = markRemoved(values(), 'DEFAULT_DOC', true);
    expect(payloadOf(marked, null).documents).toEqual([
      'BUSINESS_PLAN',
      'ILLUSTRATIVE_PRESENTATION',
      'ILLUSTRATIVE_VIDEO',
      'SIMULATION',
    ]);
    expect(markRemoved(marked, 'DEFAULT_DOC', false).removed).toEqual([]);
  });
});

describe('a journey with a comment and a button', () => {
  const linked = journey({
    isCommentShown: true,
    comment: 'Inscrivez-vous',
    isButtonShown: true,
    buttonUrl: 'https://example.org/inscription',
  });
  it('cannot be saved before its own button was pressed', () => {
    expect(isLinkMissing(linked, null)).toBe(true);
    expect(isLinkMissing(linked, 8)).toBe(true);
    expect(isLinkMissing(linked, 7)).toBe(false);
  });
  it.each([
    ['its comment is not shown', { isCommentShown: false }],
    ['its button is not shown', { isButtonShown: false }],
    ['its button leads nowhere', { buttonUrl: null }],
  ])('requires no press when %s', (_, change) => {
    expect(hasLink({ ...linked, ...change })).toBe(false);
    expect(isLinkMissing({ ...linked, ...change }, null)).toBe(false);
  });
  it('requires no press without a button', () => {
    expect(isLinkMissing(journey({ isCommentShown: true, comment: 'Bienvenue' }), null)).toBe(
      false,
    );
    expect(isLinkMissing(null, null)).toBe(false);
  });
});

describe('starting with a proposal', () => {
  const of = (change: object) => ({
    code: 'X',
    journey: null,
    service: null,
    reason: '',
    need: 'Mon projet : …',
    ...change,
  });
  const byJourney = of({ journey: { id: 7, title: 'Créer' } });
  const byService = of({ service: { code: 'FINANCEMENT', libelle: 'Financement' } });

  it('selects the journey and opens the need with a default text', () => {
    expect(
      withProposal(values({ mode: 'personalised', services: ['CONSEIL'] }), byJourney, []),
    ).toEqual(
      values({ step: 2, mode: 'predefined', journeyDef: 7, description: 'Mon projet : …' }),
    );
  });

  it('adds the service to a personalised request, once', () => {
    const begun = withProposal(
      values({ mode: 'personalised', services: ['CONSEIL'] }),
      byService,
      [],
    );
    expect(begun).toMatchObject({ mode: 'personalised', services: ['CONSEIL', 'FINANCEMENT'] });
    expect(withProposal(begun, byService, []).services).toEqual(['CONSEIL', 'FINANCEMENT']);
    expect(
      withProposal(values({ mode: 'predefined', journeyDef: 7 }), byService, []),
    ).toMatchObject({
      journeyDef: null,
      services: ['FINANCEMENT'],
    });
  });

  it('never overwrites the person’s text, but replaces the text of another proposal', () => {
    const own = values({ description: 'Un atelier' });
    expect(withProposal(own, byService, ['Autre']).description).toBe('Un atelier');
    expect(withProposal(values({ description: ' \n' }), byService, []).description).toBe(
      'Mon projet : …',
    );
    expect(withProposal(values({ description: 'Autre' }), byService, ['Autre']).description).toBe(
      'Mon projet : …',
    );
  });
});

describe('an empty wizard', () => {
  it('opens at its first step without a selection, and has nothing to save', () => {
    expect(reachableStep(emptyWizard, false)).toBe(0);
    expect(canSave(emptyWizard)).toBe(false);
    expect(payloadOf(emptyWizard, null)).toEqual({
      description: '',
      urlVideo: '',
      services: [],
      journeyDef: null,
    });
    expect(wizardSchema.parse(emptyWizard)).toMatchObject({ step: 0, simulation: null, key: '' });
  });
});

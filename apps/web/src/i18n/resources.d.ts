import 'i18next';

import type accounts from './fr/accounts.json';
import type agent from './fr/agent.json';
import type agreement from './fr/agreement.json';
import type answers from './fr/answers.json';
import type bulk from './fr/bulk.json';
import type closing from './fr/closing.json';
import type common from './fr/common.json';
import type conflict from './fr/conflict.json';
import type contact from './fr/contact.json';
import type messages from './fr/messages.json';
import type integrations from './fr/integrations.json';
import type imports from './fr/imports.json';
import type landing from './fr/landing.json';
import type layout from './fr/layout.json';
import type followUp from './fr/follow-up.json';
import type offline from './fr/offline.json';
import type organisation from './fr/organisation.json';
import type notices from './fr/notices.json';
import type paper from './fr/paper.json';
import type profile from './fr/profile.json';
import type receipts from './fr/receipts.json';
import type requests from './fr/requests.json';
import type simulations from './fr/simulations.json';
import type shares from './fr/shares.json';
import type secondFactor from './fr/second-factor.json';
import type statistics from './fr/statistics.json';
import type stepEnd from './fr/step-end.json';
import type survey from './fr/survey.json';
import type views from './fr/views.json';
import type wizard from './fr/wizard.json';
import type { ClientWords } from './own-refusals.ts';
import type worklist from './fr/worklist.json';

// French is the source of the keys. A feature adds its own line here, next to its four files; a plugin does so in its folder.
declare module 'i18next' {
  interface Catalogues {
    accounts: typeof accounts;
    agent: typeof agent;
    agreement: typeof agreement;
    answers: typeof answers;
    bulk: typeof bulk;
    closing: typeof closing;
    common: typeof common;
    conflict: typeof conflict;
    contact: typeof contact;
    messages: typeof messages;
    integrations: typeof integrations;
    imports: typeof imports;
    landing: typeof landing;
    layout: typeof layout;
    'follow-up': typeof followUp;
    notices: typeof notices;
    offline: typeof offline;
    organisation: typeof organisation;
    paper: typeof paper;
    profile: typeof profile;
    receipts: typeof receipts;
    requests: typeof requests;
    simulations: typeof simulations;
    'second-factor': typeof secondFactor;
    shares: typeof shares;
    statistics: typeof statistics;
    'step-end': typeof stepEnd;
    survey: typeof survey;
    views: typeof views;
    wizard: typeof wizard;
    worklist: typeof worklist;
    words: ClientWords;
  }
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Catalogues;
  }
}

import type { Endpoint } from '../http/endpoint.ts';
import { isForResponsibles } from '../permissions.ts';

/** Descriptions of the areas, which are the tags of the document. */
export const areaDescriptions: Readonly<Record<string, string>> = {
  accounts: 'Sign-up, sign-in, profile, second factor, consent, colleagues and own data.',
  files: 'Downloads of stored files.',
  imports: 'Files of requests and beneficiaries, and requests filed at the counter.',
  integrations: 'Keys with which other systems act as an organisation.',
  journeys: 'Journeys, and what is proposed to a person.',
  messages: 'Conversations about a step, internal notes, and unread numbers.',
  notices: 'Notices, and the kinds of mails that a person wants.',
  partners: 'Organisations, their logo, services and document types.',
  phones: 'Text messages in place of mails.',
  processing: 'Steps and the worklist of an organisation.',
  receipts: 'Receipts of submitted requests.',
  reference: 'Reference lists in four languages.',
  requests: 'Requests of beneficiaries: drafts, submission, agreement, withdrawal.',
  simulations: 'The two premium simulators, saved simulations and their reports.',
  statistics: 'Figures of an organisation.',
  webhooks: 'Messages to other systems about the steps of an organisation.',
};

/** Descriptions of path and query parameters by name. Several calls share a name with one meaning. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  again: 'Imports a file that was imported before.',
  agreement: 'Only requests in this state of agreement.',
  before: 'Only rows before the one with this id.',
  code: 'Code of the item.',
  deliveryId: 'Id of the message to another system.',
  dryRun: 'Checks the file without writing anything.',
  email: 'E-mail address of the account.',
  files: 'Number of first files of each part.',
  format: 'Format of the file.',
  from: 'First day, `YYYY-MM-DD`.',
  hidden: 'Whether hidden rows and cells of the workbook are included or skipped.',
  id: 'Id in the path of the call: of the organisation, request, person or row that it names.',
  keyId: 'Id of the key.',
  kind: 'Only imports of this kind.',
  lang: 'Language of texts in the answer. Without it: `Accept-Language`, then French.',
  messageId: 'Id of the message.',
  name: 'Name of the stored file or draft.',
  owner: 'Whose steps: own ones, those without an owner, or both.',
  page: 'Number of the page, from 0.',
  parent: 'Code of the reference list.',
  partnerId: 'Id of the organisation.',
  position: 'Value of `x-next-position` or `x-previous-position` of the answer before.',
  reader: 'For whom the stored answers are filled in.',
  replaces: 'Address of the logo that the caller saw.',
  run: 'Id of the import run, a UUID that the caller chooses.',
  scheme: 'Premium scheme.',
  search: 'Part of a name, a number or a message.',
  simulation_prime_id: 'Id of the simulation.',
  simulation_prime_nordev_id: 'Id of the NORDEV simulation.',
  size: 'Rows of a page.',
  sort: 'Column and direction.',
  stepId: 'Id of the step.',
  tab: 'Part of the worklist.',
  to: 'Last day, `YYYY-MM-DD`.',
  token: 'Secret of the link in a mail.',
  userId: 'Id of the account.',
  view: 'Own conversations, or all of the organisation.',
  webhookId: 'Id of the webhook address.',
};

const whoOf = ({ permission }: Endpoint, roles: readonly string[]): string => {
  if (permission === 'public') return 'Needs no session.';
  if (isForResponsibles(permission)) return 'Only for agents who are responsable.';
  return `Needs the role ${roles.join(' or ')}.`;
};

/** Description of a call: who may make it, by which permission and scope, and what is special about its answer. */
export function operationDescription(endpoint: Endpoint, roles: readonly string[]): string {
  const { permission, keyScope, total, positions, multipart, response } = endpoint;
  return [
    `${endpoint.summary.replace(/\.$/, '')}.`,
    whoOf(endpoint, roles),
    permission === 'public' ? '' : `Permission: \`${permission}\`.`,
    keyScope === undefined ? '' : `A key of the organisation needs the scope \`${keyScope}\`.`,
    multipart === undefined ? '' : 'The body is multipart.',
    total ? 'The header `x-total-count` has the number of rows in all pages.' : '',
    positions ? '`x-next-position` and `x-previous-position` lead to the pages next to it.' : '',
    'body' in response ? '' : 'The answer is a file.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

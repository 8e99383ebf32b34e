import type { CreateRequestInput } from '../requests/requests.ts';

type Member = Exclude<
  keyof CreateRequestInput,
  'services' | 'journeyDef' | 'answers' | 'clientKey'
>;

/** The request in tests, without its services, journey or answers. Add each new member of the contract here. */
export const sampleRequest = {
  description: 'Un local',
  urlVideo: 'https://youtu.be/abcdefghijk',
  documents: ['BUSINESS_PLAN'],
} satisfies Readonly<Record<Member, string | readonly string[]>>;

import { nameOf, type OrganisationName } from '../platform/i18n/in-lang.ts';
import { on, type Person } from './reaction.ts';

interface OfOrganisation {
  readonly partnerId: number;
  readonly organisation: OrganisationName;
  readonly responsibles: readonly Person[];
}
const toResponsibles = ({ responsibles }: OfOrganisation) => responsibles;
const ofOrganisation = ({ partnerId }: OfOrganisation) => ({ params: { partnerId } });

/** What happens to the accesses of other systems, and to files. */
export const organisationEvents = {
  /** Accesses of other systems (`items`) of somebody who left end on this day. */
  'maker.left': on<OfOrganisation & { endsOn: string; items: string[] }>({
    responsibles: {
      readers: toResponsibles,
      notices: { MAKER_LEFT: ofOrganisation },
      mails: {
        makerLeft: ({ organisation, endsOn, items }, _, lang) => ({
          organisation: nameOf(organisation, lang),
          endsOn,
          items,
        }),
      },
    },
  }),

  /** A virus was found. `place`: the page on which the file is replaced. */
  'file.infected': on<{
    sender: Person;
    name: string;
    request: { readonly id: number; readonly numRequest: string } | null;
    stepId: number | null;
    documents: readonly string[];
    place: string;
  }>({
    sender: {
      readers: ({ sender }) => [sender],
      notices: {
        FILE_INFECTED: ({ request, stepId, documents }) => ({
          ...(request === null ? {} : { requestId: request.id }),
          ...(stepId === null ? {} : { stepId }),
          params: { documents },
        }),
      },
      mails: {
        fileInfected: ({ name: file, request, place }) => ({
          file,
          numRequest: request?.numRequest ?? null,
          place,
        }),
      },
    },
  }),
};

import {
  asciiDigits,
  createRequestDto,
  email,
  issueKey,
  type Agreement,
  type RequestStatus,
} from '@wasl/contracts';

import { createPause } from '../../platform/pause.ts';
import { displayName } from '../../platform/person-name.ts';
import { plainText } from '../../platform/spreadsheets/cell-text.ts';
import { isJourneyOpen } from '../journeys/index.ts';
import { finder } from '../reference/index.ts';
import {
  missingDocuments,
  planJourney,
  planServices,
  requestStatusFromSteps,
  waitsForOrganisation,
  type Offer,
  type Plan,
  type PlannedStep,
} from '../requests/index.ts';
import type { Column } from './header.ts';
import type { CheckContext } from './import-job.ts';
import type { ImportLine, ImportWords } from './import-lines.ts';
import type {
  JourneyRow,
  RequestLookups,
  RequestLookupsRepository,
  BeneficiaryRow,
  WaitingRequest,
} from './request-lookups.repository.ts';
import { hasShortYear, instantFromText } from './wall-clock.ts';

export const requestColumns = [
  { name: 'email_beneficiaire', isRequired: true, titles: [] },
  { name: 'besoin', isRequired: true, titles: [] },
  { name: 'services', isRequired: false, titles: [] },
  { name: 'parcours', isRequired: false, titles: [] },
  { name: 'date', isRequired: false, titles: [] },
  { name: 'url_video', isRequired: false, titles: [] },
] as const satisfies readonly Column<string>[];
export type RequestColumn = (typeof requestColumns)[number]['name'];

/** A checked line: a request as it will be, submitted and routed; a draft without steps where the person must agree first. */
export interface RequestDraft {
  readonly beneficiary: {
    readonly id: string;
    readonly email: string;
    readonly lang: string;
    readonly name: string;
  };
  readonly description: string | null;
  readonly urlVideo: string | null;
  /** ISO instant. */
  readonly dateRequest: string;
  readonly journeyDefId: number | null;
  readonly serviceItemIds: readonly number[];
  readonly steps: readonly PlannedStep[];
  readonly status: RequestStatus;
  readonly agreement: Extract<Agreement, 'NOT_NEEDED' | 'WAITING'>;
  /** The line has a date; else it is the import's. */
  readonly isDateStated: boolean;
}

type Line = ImportLine<RequestColumn, string>;
const emailSchema = email();
const { description: descriptionSchema, urlVideo: urlSchema } = createRequestDto.shape;
/** Services that one request may name, as in the contract. */
const maxServices = 50;

/** What makes two requests of a person the same one, asked twice. */
function contentKey({
  beneficiaryId,
  description,
  journeyDefId,
  serviceItemIds,
}: WaitingRequest): string {
  const services = [...serviceItemIds].sort((a, b) => a - b);
  return JSON.stringify([beneficiaryId, description, journeyDefId, services]);
}

export interface RequestChecker {
  check(lines: readonly Line[]): Promise<RequestDraft[]>;
}

/**
 * Checks lines of requests a batch at a time: one query a batch for the people, none for the rest.
 * A line writes only what is the importer's: one of its services is offered by them, or a task of its journey is theirs.
 */
export function requestChecker(
  repository: RequestLookupsRepository,
  lookups: RequestLookups,
  { partnerId, now, strangers }: Pick<CheckContext, 'partnerId' | 'now' | 'strangers'>,
  { t, messages }: ImportWords,
): RequestChecker {
  /** Steps given by earlier lines: they count in the choice of an organisation as if they were there already. */
  const given = new Map<number, number>();
  const pause = createPause();
  const findService = finder([...lookups.services.values()]);

  const text = (line: Line, column: RequestColumn): string =>
    plainText(line.cell(column)?.trim() ?? '');

  const emailOf = (line: Line): string | null => {
    const parsed = emailSchema.safeParse(text(line, 'email_beneficiaire'));
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      line.refuseValue('email_beneficiaire', issueKey(issue));
    return null;
  };

  const optional = (line: Line, column: 'besoin' | 'url_video'): string | null => {
    const parsed = (column === 'besoin' ? descriptionSchema : urlSchema).safeParse(
      text(line, column),
    );
    if (parsed.success) return parsed.data ?? null;
    const [issue] = parsed.error.issues;
    line.refuseValue(column, issue ? issueKey(issue) : 'invalid');
    return null;
  };

  const dateOf = (line: Line): Date => {
    const written = text(line, 'date');
    if (written === '') return now;
    const date = instantFromText(written);
    if (!date && hasShortYear(written))
      line.refuseCell('date', t('line.shortYear', { text: written }));
    else if (!date) line.refuseValue('date', 'date');
    else if (date > now) line.refuseCell('date', t('line.dateFuture'));
    return date ?? now;
  };

  const servicesOf = (line: Line): number[] => {
    const codes = [
      ...new Set(
        text(line, 'services')
          .split('|')
          .map((code) => code.trim())
          .filter((code) => code !== ''),
      ),
    ];
    if (codes.length > maxServices) line.refuseValue('services', 'tooMany');
    const found = codes.slice(0, maxServices).flatMap((code) => {
      const service = findService(code);
      if (!service)
        line.refuseCell('services', t('line.serviceUnknown', { code: code.slice(0, 80) }));
      return service ? [service] : [];
    });
    const services = [...new Set(found)];
    return services.sort((a, b) => a.position - b.position || a.id - b.id).map(({ id }) => id);
  };

  const journeyOf = (line: Line): JourneyRow | null => {
    const written = text(line, 'parcours');
    if (written === '') return null;
    const id = asciiDigits(written);
    const journey = /^\d{1,9}$/.test(id) ? lookups.journeys.get(Number(id)) : undefined;
    if (journey) return journey;
    line.refuseCell('parcours', t('line.journeyUnknown', { id: written.slice(0, 40) }));
    return null;
  };

  const checkJourney = (line: Line, journey: JourneyRow, urlVideo: string | null): void => {
    if (!isJourneyOpen(journey, now)) line.refuseCell('parcours', messages.errors.JOURNEY_CLOSED);
    if (missingDocuments(journey.settings, [], urlVideo).length > 0) {
      line.refuseCell('parcours', t('line.journeyDocuments'));
    }
    if (!journey.taskDefs.some((task) => task.partnerId === partnerId)) {
      line.refuseCell('parcours', t('line.notYourJourney'));
    }
  };

  const offersFor = (serviceIds: readonly number[], areaId: number | null): Map<number, Offer[]> =>
    new Map(
      serviceIds.map((serviceId) => {
        const partners = lookups.partnersByService.get(serviceId) ?? [];
        // What the importer offers is theirs; the rest goes its usual way.
        const candidates = partners.includes(partnerId) ? [partnerId] : partners;
        return [
          serviceId,
          candidates.map((id) => ({
            partnerId: id,
            coversArea: areaId !== null && (lookups.areasByPartner.get(id)?.has(areaId) ?? false),
            openSteps: (lookups.openStepsByPartner.get(id) ?? 0) + (given.get(id) ?? 0),
          })),
        ];
      }),
    );

  const planFor = (
    serviceIds: readonly number[],
    journey: JourneyRow | null,
    areaId: number | null,
  ): Plan => {
    const plan = journey
      ? planJourney(journey.taskDefs, lookups.attended)
      : planServices(serviceIds, offersFor(serviceIds, areaId));
    for (const step of plan.steps) given.set(step.partnerId, (given.get(step.partnerId) ?? 0) + 1);
    return plan;
  };

  const checkLine = (
    line: Line,
    emailText: string | null,
    person: BeneficiaryRow | undefined,
    asked: ReadonlySet<string>,
  ): RequestDraft | null => {
    if (emailText !== null && !person)
      line.refuse(t('line.beneficiaryUnknown', { email: emailText }));
    if (person?.standing === 'refused') line.refuse(t('line.beneficiaryRefused'));
    const description = optional(line, 'besoin');
    const urlVideo = optional(line, 'url_video');
    const date = dateOf(line);
    const hasServices = text(line, 'services').replaceAll('|', '').trim() !== '';
    const hasJourney = text(line, 'parcours') !== '';
    if (hasServices === hasJourney) line.refuse(messages.errors.JOURNEY_OR_SERVICES);
    const serviceItemIds = servicesOf(line);
    const journey = journeyOf(line);
    if (journey) checkJourney(line, journey, urlVideo);
    else if (
      serviceItemIds.length > 0 &&
      !serviceItemIds.some((id) => lookups.partnersByService.get(id)?.includes(partnerId))
    ) {
      line.refuseCell('services', t('line.notYours'));
    }
    if (!line.isRight() || !person) return null;
    const request = { description, journeyDefId: journey?.id ?? null, serviceItemIds };
    const isWaiting = person.standing === 'stranger';
    if (isWaiting && asked.has(contentKey({ beneficiaryId: person.id, ...request }))) {
      line.refuse(t('line.alreadyWaiting'));
      return null;
    }

    const plan = isWaiting ? null : planFor(serviceItemIds, journey, person.areaId);
    return {
      beneficiary: {
        id: person.id,
        email: person.email,
        lang: person.lang,
        name: displayName(person),
      },
      ...request,
      urlVideo,
      dateRequest: date.toISOString(),
      steps: plan?.steps ?? [],
      status: plan
        ? requestStatusFromSteps(plan.steps, waitsForOrganisation(plan))
        : 'EN_COURS_DE_CREATION',
      agreement: isWaiting ? 'WAITING' : 'NOT_NEEDED',
      isDateStated: text(line, 'date') !== '',
    };
  };

  return {
    async check(lines) {
      const emails: (string | null)[] = [];
      for (const line of lines) {
        emails.push(emailOf(line));
        await pause();
      }
      const people = await repository.beneficiaries(
        [...new Set(emails.filter((address) => address !== null))],
        partnerId,
      );
      const toAsk = [...people.values()].filter(({ standing }) => standing === 'stranger');
      for (const address of emails)
        if (address !== null && (people.get(address)?.standing ?? 'stranger') === 'stranger')
          strangers.add(address);
      const waiting = await repository.waiting(
        toAsk.map(({ id }) => id),
        partnerId,
      );
      const asked = new Set(waiting.map(contentKey));
      const drafts: RequestDraft[] = [];
      for (const [index, line] of lines.entries()) {
        const address = emails[index] ?? null;
        const person = address === null ? undefined : people.get(address);
        const draft = checkLine(line, address, person, asked);
        if (draft) drafts.push(draft);
        await pause();
      }
      return drafts;
    },
  };
}

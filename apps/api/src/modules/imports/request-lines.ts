import { asciiDigits, createRequestDto, email, issueKey } from '@wasl/contracts';

import { formatDay } from '../../platform/i18n/formats.ts';
import { createPause } from '../../platform/program/pause.ts';
import { plainText } from '../../platform/spreadsheets/cell-text.ts';
import { oneLine, quotable, visibleText } from '../../platform/spreadsheets/visible-text.ts';
import { isJourneyOpen, missingAnswers } from '../journeys/index.ts';
import { finder } from '../reference/index.ts';
import { damageOfText } from './damaged.ts';
import { missingDocuments } from '../../rules/routing.ts';
import type { Column } from './header.ts';
import type { CheckContext } from './import-job.ts';
import { lengthForm, type ImportLine, type ImportWords } from './import-lines.ts';
import {
  hasTask,
  isOffered,
  requestPlanner,
  type CheckedRequest,
  type RequestDraft,
} from './request-drafts.ts';
import type {
  JourneyRow,
  RequestLookups,
  RequestLookupsRepository,
  BeneficiaryRow,
} from './request-lookups.repository.ts';
import { hasShortYear, instantFromText, momentFromSerial, wallDay } from './wall-clock.ts';

export const requestColumns = [
  { name: 'email_beneficiaire', isRequired: true, titles: [] },
  { name: 'besoin', isRequired: true, titles: [] },
  { name: 'services', isRequired: false, titles: [] },
  { name: 'parcours', isRequired: false, titles: [] },
  { name: 'date', isRequired: false, titles: [] },
  { name: 'url_video', isRequired: false, titles: [] },
] as const satisfies readonly Column<string>[];
export type RequestColumn = (typeof requestColumns)[number]['name'];

type Line = ImportLine<RequestColumn, string>;
const emailSchema = email();
const { description: descriptionSchema, urlVideo: urlSchema } = createRequestDto.shape;
/** Limit of services per request, as in the contract. */
const maxServices = 50;

interface RightLine extends CheckedRequest {
  readonly line: number;
}

/** Separators of services; the later ones may also occur in a label. */
const separators = [/([|\r\n\t])/, /([;؛])/, /([,،/])/];
/** Separators in one label. */
const mostJoined = 3;

/** Splits a cell into codes and labels of services. A label that contains separators is one piece. */
function codesOf(written: string, find: (text: string) => unknown, depth = 0): string[] {
  const separator = separators[depth];
  const code = written.trim();
  if (separator === undefined || code === '' || find(code) !== undefined)
    return code === '' ? [] : [code];
  // Pieces are at even places, separators between them.
  const parts = code.split(separator);
  const codes: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const joined = (count: number) =>
      parts
        .slice(at, at + 2 * count + 1)
        .join('')
        .trim();
    let count = Math.min(mostJoined, (parts.length - 1 - at) / 2);
    while (count > 0 && find(joined(count)) === undefined) count -= 1;
    if (count > 0) codes.push(joined(count));
    else codes.push(...codesOf(parts[at] ?? '', find, depth + 1));
    at += 2 * count;
  }
  return codes;
}

/** The day of an instant on Morocco's clock, formatted for people. */
function dayText(moment: Date): string {
  return formatDay(wallDay(moment));
}

/**
 * Filters the lines to file. Lines that were filed before are reported, and skipped unless the agent asks to file them
 * again.
 */
async function linesToFile(
  lines: readonly RightLine[],
  repository: RequestLookupsRepository,
  { partnerId, again, alreadyFiled }: Pick<CheckContext, 'partnerId' | 'again' | 'alreadyFiled'>,
  { t }: ImportWords,
): Promise<RightLine[]> {
  const contents = lines.map(
    ({ beneficiaryId, description, journeyDefId, serviceItemIds, statedDate }) => ({
      beneficiaryId,
      description,
      journeyDefId,
      serviceItemIds,
      statedDate,
    }),
  );
  const filed = await repository.filedBefore(contents, partnerId);
  const byIndex = new Map(filed.map((one) => [one.index, one]));
  return lines.filter(({ line }, index) => {
    const before = byIndex.get(index);
    if (before === undefined) return true;
    alreadyFiled.add(
      line,
      alreadyFiled.isFull ? '' : t('line.alreadyFiled', { day: dayText(before.filedAt) }),
    );
    // A person is not asked again while their answer is pending.
    return again && !before.isWaiting;
  });
}

export interface RequestChecker {
  check(lines: readonly Line[]): Promise<RequestDraft[]>;
}

function lineReader(
  lookups: RequestLookups,
  { partnerId, now }: Pick<CheckContext, 'partnerId' | 'now'>,
  { t }: ImportWords,
) {
  const findService = finder([...lookups.services.values()]);
  // Exports name a journey by its title. An open journey has priority over a closed one of the same title.
  const findJourney = finder(
    [...lookups.journeys.values()]
      .sort((a, b) => Number(isJourneyOpen(b, now)) - Number(isJourneyOpen(a, now)))
      .map((journey) => ({
        journey,
        code: String(journey.id),
        libelleFr: journey.titleFr,
        libelleEn: journey.titleEn,
        libelleAr: journey.titleAr,
        libelleEs: journey.titleEs,
      })),
  );

  const text = (line: Line, column: RequestColumn): string => {
    const written = line.cell(column) ?? '';
    const visible = visibleText(written);
    // The need may have several lines, and joined letters.
    if (column === 'besoin') return visible === '' ? '' : plainText(written.trim());
    return plainText(column === 'services' ? visible : oneLine(visible));
  };

  /** Whether a spreadsheet program damaged a cell. The damage is reported and the cell not checked further. */
  const isDamaged = (line: Line, column: RequestColumn): boolean => {
    const written = text(line, column);
    const damage = damageOfText(written, 'line.damaged.encoding');
    if (damage !== null) line.refuseCell(column, t(damage, { text: quotable(written) }));
    return damage !== null;
  };

  const emailOf = (line: Line): string | null => {
    if (isDamaged(line, 'email_beneficiaire')) return null;
    const written = text(line, 'email_beneficiaire');
    const parsed = emailSchema.safeParse(written);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    line.refuseValue(
      'email_beneficiaire',
      issue ? issueKey(issue) : 'emailFormat',
      written,
      t('line.form.email'),
    );
    return null;
  };

  const optional = (line: Line, column: 'besoin' | 'url_video'): string | null => {
    if (isDamaged(line, column)) return null;
    const written = text(line, column);
    const parsed = (column === 'besoin' ? descriptionSchema : urlSchema).safeParse(written);
    if (parsed.success) return parsed.data ?? null;
    // The schema is a union with null, whose faults are not the text's.
    const issue = parsed.error.issues
      .flatMap((one) => (one.code === 'invalid_union' ? (one.errors[0] ?? []) : one))
      .at(0);
    const key = issue ? issueKey(issue) : 'invalid';
    line.refuseValue(column, key, written, issue && lengthForm(issue, written, t));
    return null;
  };

  const dateOf = (line: Line): Date => {
    const written = text(line, 'date');
    if (written === '' || isDamaged(line, 'date')) return now;
    const moment = momentFromSerial(written);
    const date = instantFromText(moment ?? written);
    if (!date && hasShortYear(written))
      line.refuseCell('date', t('line.shortYear', { text: written }));
    else if (!date) line.refuseValue('date', 'date', written);
    else if (date > now) line.refuseCell('date', t('line.dateFuture'), moment ?? written);
    else if (moment !== null)
      line.remark('date', t('line.readAsDay', { text: written, day: dayText(date) }));
    return date ?? now;
  };

  /** The ids of the known services, and their names as in the line. */
  const servicesOf = (line: Line): { ids: number[]; named: string } => {
    if (isDamaged(line, 'services')) return { ids: [], named: '' };
    const codes = [...new Set(codesOf(text(line, 'services'), findService))];
    if (codes.length > maxServices)
      line.refuseValue(
        'services',
        'tooMany',
        codes.join(', '),
        t('line.form.services', { max: String(maxServices) }),
      );
    const found = codes.slice(0, maxServices).flatMap((code) => {
      const service = findService(code);
      if (!service)
        line.refuseCell('services', t('line.serviceUnknown', { code: code.slice(0, 80) }));
      return service ? [{ service, code }] : [];
    });
    const services = [...new Set(found.map(({ service }) => service))].sort(
      (a, b) => a.position - b.position || a.id - b.id,
    );
    return {
      ids: services.map(({ id }) => id),
      named: found.map(({ code }) => code).join(', '),
    };
  };

  const journeyOf = (line: Line): JourneyRow | null => {
    const written = text(line, 'parcours');
    if (written === '' || isDamaged(line, 'parcours')) return null;
    const found = findJourney(asciiDigits(written).replace(/^0+(?=\d)/, ''));
    if (found) return found.journey;
    line.refuseCell('parcours', t('line.journeyUnknown', { id: written.slice(0, 40) }));
    return null;
  };

  const checkJourney = (line: Line, journey: JourneyRow): void => {
    const written = text(line, 'parcours');
    // An invalid video is a fault of its own cell.
    const hasVideo = text(line, 'url_video') !== '' || !line.isRead('url_video');
    if (!isJourneyOpen(journey, now)) line.refuseCell('parcours', t('line.journeyClosed'), written);
    const papers = [
      ...missingDocuments(journey.settings, [], hasVideo ? '' : null),
      ...missingAnswers(journey.questions, []),
    ];
    if (papers.length > 0) line.refuseCell('parcours', t('line.journeyAsks'), written);
    if (!hasTask(journey, partnerId)) {
      line.refuseCell('parcours', t('line.notYourJourney'), written);
    }
  };

  return { text, emailOf, optional, dateOf, servicesOf, journeyOf, checkJourney };
}

/**
 * Checks lines of requests in batches, with one query per batch for the people and none for other data. A line must
 * concern the importer: they offer one of its services, or have a task of its journey.
 */
export function requestChecker(
  repository: RequestLookupsRepository,
  lookups: RequestLookups,
  context: Pick<CheckContext, 'partnerId' | 'now' | 'unknownRecipients' | 'again' | 'alreadyFiled'>,
  words: ImportWords,
): RequestChecker {
  const { partnerId, unknownRecipients } = context;
  const { t, messages } = words;
  const pause = createPause();
  const { text, emailOf, optional, dateOf, servicesOf, journeyOf, checkJourney } = lineReader(
    lookups,
    context,
    words,
  );

  const checkLine = (
    line: Line,
    emailText: string | null,
    person: BeneficiaryRow | undefined,
  ): RightLine | null => {
    if (emailText !== null && !person)
      line.refuseCell('email_beneficiaire', t('line.beneficiaryUnknown', { email: emailText }));
    if (person?.acquaintance === 'refused')
      line.refuseCell('email_beneficiaire', t('line.beneficiaryRefused'), person.email);
    const description = optional(line, 'besoin');
    const urlVideo = optional(line, 'url_video');
    const date = dateOf(line);
    const hasServices = /[\p{L}\p{N}#]/u.test(text(line, 'services'));
    const hasJourney = text(line, 'parcours') !== '';
    if (hasServices === hasJourney)
      line.refuseCell(
        ['services', 'parcours'],
        messages.errors.JOURNEY_OR_SERVICES,
        hasServices ? `${text(line, 'services')}; ${text(line, 'parcours')}` : undefined,
      );
    const { ids: serviceItemIds, named } = servicesOf(line);
    const journey = journeyOf(line);
    if (journey) checkJourney(line, journey);
    if (serviceItemIds.length > 0 && !isOffered(serviceItemIds, lookups, partnerId)) {
      line.refuseCell('services', t('line.notYours'), named);
    }
    if (!line.isRight() || !person) return null;
    return {
      line: line.line,
      person,
      beneficiaryId: person.id,
      description,
      journey,
      journeyDefId: journey?.id ?? null,
      serviceItemIds,
      urlVideo,
      statedDate: text(line, 'date') === '' ? null : date,
    };
  };

  const draftOf = requestPlanner(lookups, context);
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
      for (const address of emails)
        if (address !== null && (people.get(address)?.acquaintance ?? 'unknown') === 'unknown')
          unknownRecipients.add(address);
      const right: RightLine[] = [];
      for (const [index, line] of lines.entries()) {
        const address = emails[index] ?? null;
        const person = address === null ? undefined : people.get(address);
        const checked = checkLine(line, address, person);
        if (checked) right.push(checked);
        await pause();
      }
      return (await linesToFile(right, repository, context, words)).map(draftOf);
    },
  };
}

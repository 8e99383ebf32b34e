import { z } from 'zod';

import { criteriaOf, criterion, dayBound } from '../requests/criteria.ts';
import { stepStatuses } from '../requests/statuses.ts';
import { asciiDigits, isSearchable } from '../wire/characters.ts';
import { line, v } from '../wire/text.ts';
import { id, refCode } from '../wire/values.ts';

/**
 * Text in the search box: any part of a number, a name, a company, an e-mail, a phone; a whole CIN or ICE; a name by its
 * sound, in Latin or Arabic letters; words of the need.
 */
export const searchText = line(80).transform(asciiDigits).refine(isSearchable, v('searchShort'));

const notBefore = {
  operation: z.literal('GREATHER_THAN_OR_EQUALS', { error: v('filter') }),
  value: dayBound('start'),
};
const notAfter = {
  operation: z.literal('LESS_THAN_OR_EQUALS', { error: v('filter') }),
  value: dayBound('end'),
};

/** A criterion of the worklist: those of every list of requests, and those of a step. */
export const worklistCriterion = z.discriminatedUnion(
  'key',
  [
    ...criterion.options,
    z.object({
      key: z.literal('search'),
      operation: z.literal('CONTAINS', { error: v('filter') }),
      value: searchText,
    }),
    z.object({
      key: z.literal('service'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      value: refCode(),
    }),
    z.object({
      key: z.literal('town'),
      operation: z.literal('CONTAINS', { error: v('filter') }),
      /** A part of the person's city, without regard to case and accents. */
      value: line(100),
    }),
    z.object({
      key: z.literal('journey'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** The id of a journey. */
      value: id,
    }),
    z.object({
      key: z.literal('import'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** The id of an import of requests; one of another organisation matches no step. */
      value: id,
    }),
    z.object({
      key: z.literal('stepStatus'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** `OPEN`: any status in which the organisation is at work; `AWAKE`: and not snoozed; `SNOOZED`: snoozed. */
      value: z.enum([...stepStatuses, 'OPEN', 'AWAKE', 'SNOOZED'], { error: v('filter') }),
    }),
    z.object({
      key: z.literal('assignee'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** An agent; an agent of another organisation matches no step. */
      value: z.uuid({ error: v('filter') }),
    }),
    z.object({
      key: z.literal('clock'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** Its clock runs, its last day is not over, and half of its days or less are left. */
      value: z.literal('HALF', { error: v('filter') }),
    }),
    z.object({
      key: z.literal('conversation'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** The person has an unanswered message. */
      value: z.literal('UNANSWERED', { error: v('filter') }),
    }),
    z.object({
      key: z.literal('documents'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** A requested document arrived after the organisation's latest update of the step. */
      value: z.literal('ARRIVED', { error: v('filter') }),
    }),
    z.object({ key: z.literal('assignedSince'), ...notBefore }),
    z.object({ key: z.literal('assignedUntil'), ...notAfter }),
    z.object({ key: z.literal('closedSince'), ...notBefore }),
    z.object({ key: z.literal('closedUntil'), ...notAfter }),
    z.object({
      key: z.literal('closedBy'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** The agent who closed the step, with or without being its owner. */
      value: z.uuid({ error: v('filter') }),
    }),
    z.object({
      key: z.literal('stars'),
      operation: z.literal('EQUALS', { error: v('filter') }),
      /** The rating of the beneficiary. */
      value: z
        .int({ error: v('filter') })
        .min(1, v('filter'))
        .max(5, v('filter')),
    }),
    z.object({ key: z.literal('ratedSince'), ...notBefore }),
    z.object({ key: z.literal('ratedUntil'), ...notAfter }),
  ],
  { error: v('filter') },
);
export type WorklistCriterion = z.output<typeof worklistCriterion>;
export type WorklistCriterionInput = z.input<typeof worklistCriterion>;

/** The criteria of a worklist call; all must match. */
export const worklistCriteria = criteriaOf(worklistCriterion, 12);

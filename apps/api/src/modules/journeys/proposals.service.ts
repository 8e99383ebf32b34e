import type { Lang, ProposalView } from '@wasl/contracts';

import type { Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { labelOf, presentItem, referenceService, type DescribedItem } from '../reference/index.ts';
import { isJourneyOpen } from './journey-days.ts';
import { presentJourney } from './journeys.presenter.ts';
import { journeysRepository } from './journeys.repository.ts';
import { proposalsRepository, type AnsweredSurvey } from './proposals.repository.ts';
import {
  chooseProposals,
  parseProposalRule,
  projectIdeaCodes,
  type Answers,
} from './rules/proposals.ts';

const one = (code: string | null | undefined): readonly string[] =>
  code === null || code === undefined ? [] : [code];

function answersOf(survey: AnsweredSurvey): Answers {
  return {
    profil: one(survey.profil),
    lookingFor: survey.lookingFor.split(','),
    projectIdea: one(projectIdeaCodes[survey.projectIdea]),
    projectMaturity: one(survey.projectMaturity),
    expectedNumberOfJobs: one(survey.expectedNumberOfJobs),
    investmentAmount: one(survey.investmentAmount),
    revenueOfProject: one(survey.revenueOfProject),
    numberOfJobs: one(survey.numberOfJobs),
    revenue: one(survey.revenue),
  };
}

/** Journeys and services that a person's answers to the survey suggest. */
export function proposalsService(db: Db) {
  const repository = proposalsRepository(db);
  const reference = referenceService(db);
  const items = async (parent: string): Promise<DescribedItem[]> => {
    try {
      return await reference.listItems(parent);
    } catch (error) {
      // A portal with reference files older than the list has no proposals.
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return [];
      throw error;
    }
  };
  return {
    /** Proposals that are available today, not dismissed, and match the answers. */
    async list(userId: string, lang: Lang, now: Date): Promise<ProposalView[]> {
      const survey = await repository.survey(userId);
      if (survey === undefined) return [];
      const [table, services, journeys] = await Promise.all([
        items('PROPOSITION'),
        items('SERVICE'),
        journeysRepository(db).all(),
      ]);
      const offered = table.flatMap((item) => {
        const rule = parseProposalRule(item.string_1 ?? '');
        if (rule === null || survey.dismissed.includes(item.code)) return [];
        const { kind, name } = rule.target;
        const journey =
          kind === 'journey'
            ? (journeys.find((j) => j.slug === name && isJourneyOpen(j, now)) ?? null)
            : null;
        const service = kind === 'service' ? (services.find((s) => s.code === name) ?? null) : null;
        return journey === null && service === null ? [] : [{ item, rule, journey, service }];
      });
      return chooseProposals(offered, answersOf(survey)).map(({ item, journey, service }) => {
        const { code, libelle, description } = presentItem(item, lang);
        return {
          code,
          journey:
            journey === null
              ? null
              : { id: journey.id, title: presentJourney(journey, lang, now).title },
          service:
            service === null ? null : { code: service.code, libelle: labelOf(service, lang) },
          reason: libelle,
          need: description ?? '',
        };
      });
    },

    /** Dismisses a proposal. @throws ApiError NOT_FOUND for an unknown code */
    async dismiss(userId: string, code: string): Promise<void> {
      const known = (await items('PROPOSITION')).some((item) => item.code === code);
      if (!known) throw new ApiError('NOT_FOUND');
      await repository.dismiss(userId, code);
    },
  };
}

import { mostProposals, type ReferenceParent } from '@wasl/contracts';

/** Answers that a proposal may require, and the list of their codes; null for the codes below. */
export const proposalLists = {
  profil: 'PROFIL',
  lookingFor: 'LOOKING_FOR',
  projectIdea: null,
  projectMaturity: 'PROJECT_MATURITY',
  expectedNumberOfJobs: 'NUMBER_OF_JOBS',
  investmentAmount: 'INVESTMENT_AMOUNT',
  revenueOfProject: 'REVENUE',
  numberOfJobs: 'NUMBER_OF_JOBS',
  revenue: 'REVENUE',
} as const satisfies Record<string, ReferenceParent | null>;
export type AskedAnswer = keyof typeof proposalLists;

/** The survey stores sentences as answers to the question about the project. Reference files use these words. */
export const projectIdeaCodes: Readonly<Record<string, string>> = {
  'Projet en cours de création': 'CREATION',
  'Projet en exploitation': 'EXPLOITATION',
  'Pas encore de projet': 'AUCUN',
};

/** A proposal and the answers that it requires: one of the codes of each. */
export interface ProposalRule {
  readonly target: { readonly kind: 'journey' | 'service'; readonly name: string };
  readonly asks: readonly { readonly answer: AskedAnswer; readonly codes: readonly string[] }[];
}

/** A person's codes by question; empty without an answer. */
export type Answers = Readonly<Record<AskedAnswer, readonly string[]>>;

function isAsked(name: string): name is AskedAnswer {
  return Object.hasOwn(proposalLists, name);
}

/**
 * Parses `string_1` of a proposal: `journey:<slug>` or `service:<code>`, then `<answer>:<code>|<code>…` once or more,
 * separated by spaces.
 * @returns null for an invalid text
 */
export function parseProposalRule(text: string): ProposalRule | null {
  const parts = text.split(' ').map((part) => /^([A-Za-z]+):([A-Za-z0-9_|-]+)$/.exec(part));
  const [target, ...asks] = parts.map((part) => ({
    word: part?.[1] ?? '',
    value: part?.[2] ?? '',
  }));
  if (target === undefined || asks.length === 0) return null;
  if ((target.word !== 'journey' && target.word !== 'service') || target.value.includes('|'))
    return null;
  const read = asks.flatMap(({ word, value }) =>
    isAsked(word) ? [{ answer: word, codes: value.split('|') }] : [],
  );
  if (read.length < asks.length || read.some(({ codes }) => codes.includes(''))) return null;
  if (new Set(read.map(({ answer }) => answer)).size < read.length) return null;
  return { target: { kind: target.word, name: target.value }, asks: read };
}

/** Whether the answers contain a code of every required question. */
function speaksFor(answers: Answers, { asks }: ProposalRule): boolean {
  return asks.every(({ answer, codes }) => answers[answer].some((code) => codes.includes(code)));
}

/**
 * Chooses the proposals that match the answers: rules with more required answers first, then in the order of the list.
 * Each journey and service occurs once, and at most {@link mostProposals} are returned.
 * @param offered proposals that are available and not dismissed
 */
export function chooseProposals<P extends { readonly rule: ProposalRule }>(
  offered: readonly P[],
  answers: Answers,
): P[] {
  const met = offered
    .filter(({ rule }) => speaksFor(answers, rule))
    .toSorted((a, b) => b.rule.asks.length - a.rule.asks.length);
  const seen = new Set<string>();
  return met
    .filter(({ rule: { target } }) => {
      const name = `${target.kind} ${target.name}`;
      if (seen.has(name)) return false;
      seen.add(name);
      return true;
    })
    .slice(0, mostProposals);
}

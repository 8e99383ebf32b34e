import { mostProposals, type ReferenceParent } from '@wasl/contracts';

/** Answers that a proposal may ask for, and the list that their codes are of; null where the codes are those below. */
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

/** The survey's question of the project has sentences for answers; files name them by a word. */
export const projectIdeaCodes: Readonly<Record<string, string>> = {
  'Projet en cours de création': 'CREATION',
  'Projet en exploitation': 'EXPLOITATION',
  'Pas encore de projet': 'AUCUN',
};

/** What is proposed, and the answers that speak for it: one of the codes of each. */
export interface ProposalRule {
  readonly target: { readonly kind: 'journey' | 'service'; readonly name: string };
  readonly asks: readonly { readonly answer: AskedAnswer; readonly codes: readonly string[] }[];
}

/** What a person answered: codes by question, none where there is no answer. */
export type Answers = Readonly<Record<AskedAnswer, readonly string[]>>;

function isAsked(name: string): name is AskedAnswer {
  return Object.hasOwn(proposalLists, name);
}

/**
 * Reads `string_1` of a proposal: `journey:<slug>` or `service:<code>`, then `<answer>:<code>|<code>…` once or more, apart by spaces.
 * @returns null for a text that is none
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

/** Whether every question that the rule asks was answered by one of its codes. */
function speaksFor(answers: Answers, { asks }: ProposalRule): boolean {
  return asks.every(({ answer, codes }) => answers[answer].some((code) => codes.includes(code)));
}

/**
 * What the answers speak for: rules that ask for more answers first, then in the order of the list; each journey and service
 * once, {@link mostProposals} at most.
 * @param offered what there is to be chosen now and was not put aside
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

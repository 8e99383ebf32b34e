import type { StatusTone } from '../../ui/status-tag.tsx';

type State = 'open' | 'planned' | 'ended' | 'hidden';
const tones: Readonly<Record<State, StatusTone>> = {
  open: 'done',
  planned: 'progress',
  ended: 'neutral',
  hidden: 'neutral',
};

/** Whether people may choose a journey. Days are `YYYY-MM-DD`. */
export function journeyState(
  journey: {
    readonly active: boolean;
    readonly startDate: string | null;
    readonly endDate: string | null;
  },
  today: string,
): { state: State; tone: StatusTone } {
  const { active, startDate, endDate } = journey;
  const whileActive =
    endDate !== null && endDate < today
      ? 'ended'
      : startDate !== null && startDate > today
        ? 'planned'
        : 'open';
  const state = active ? whileActive : 'hidden';
  return { state, tone: tones[state] };
}

import type { Scheme } from '@wasl/premium';
import { Fragment, type ReactNode } from 'react';

import type { combineLists } from '../../../domain/reference/reference-choices.ts';
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx';
import { useHintList } from '../api/hints.ts';
import { type RuleSets, useRuleSet } from '../api/use-rule-set.ts';
import type { SavedSimulation } from '../forms/answers.ts';
import { type SimulatorMode, useSavedSimulation } from '../forms/use-initial-simulation.ts';

type Lists<K extends string> = ReturnType<typeof combineLists<K>>;

export interface SimulatorData<S extends Scheme, L> {
  readonly mode: SimulatorMode;
  readonly saved: SavedSimulation | null;
  /** In force today. */
  readonly ruleSet: RuleSets[S];
  readonly lists: L;
}

/** Loads the data of a simulator: the rules in force, its lists, and the saved simulation of the address. */
export function LoadedSimulator<S extends Scheme, K extends string>({
  scheme,
  mode,
  lists,
  children,
}: {
  scheme: S;
  mode: SimulatorMode;
  lists: Lists<K>;
  children: (ready: SimulatorData<S, NonNullable<Lists<K>['choices']>>) => ReactNode;
}) {
  const { ruleSet, error, reload } = useRuleSet(scheme);
  const hints = useHintList();
  const { saved, error: savedError } = useSavedSimulation(scheme, mode);
  const failure = error ?? savedError ?? lists.error;
  // Without its help texts a simulator can be used; texts that arrive later would move the fields.
  const hasHints = hints.choices !== undefined || hints.error !== undefined;
  if (ruleSet && lists.choices && hasHints && saved !== undefined) {
    return (
      <Fragment key={saved?.id ?? 0}>
        {children({ mode, saved, ruleSet, lists: lists.choices })}
      </Fragment>
    );
  }
  if (failure === undefined) return <PageSkeleton />;
  return <ErrorState error={failure} onRetry={() => Promise.all([reload(), lists.reload()])} />;
}

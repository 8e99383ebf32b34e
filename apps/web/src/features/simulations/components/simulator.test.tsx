import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { generalRuleSet } from '@wasl/premium/testing';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { BoundTextField } from '../../../ui/form/index.ts';
import { storeShownResult } from '../forms/shown-result.ts';
import { useSimulation } from '../forms/use-simulation.ts';
import { Simulator } from './simulator.tsx';

interface Values {
  step: number;
  a: string;
  b: string;
  c: string;
}
interface Answer {
  id: null;
  of: string;
}
const names = ['a', 'b', 'c'] as const;
const labels = ['Un', 'Deux', 'Trois', 'Résultat'];

function ThreeSteps({
  send,
  carried = null,
}: {
  send: (values: Values) => Promise<Answer>;
  carried?: string | null;
}) {
  const simulation = useSimulation<Values, Answer>({
    scheme: 'general',
    mode: 'page',
    saved: null,
    empty: { step: 0, a: carried ?? '', b: '', c: '' },
    isCarried: carried !== null,
    faultsOf: (values) =>
      names.flatMap((path, step) =>
        values[path] === '' ? [{ path, code: 'REQUIRED' as const, step }] : [],
      ),
    required: 'required',
    lastStep: 2,
    send,
  });
  return (
    <Simulator
      simulation={simulation}
      labels={labels}
      ruleSet={generalRuleSet}
      isRunning={false}
      fieldsOf={(step) => {
        const name = names[step] ?? 'a';
        return <BoundTextField<Values> key={name} name={name} label={`Champ ${name}`} />;
      }}
      resultOf={({ answer }) => <p>Prime de {answer.of}</p>}
    />
  );
}

const next = () => userEvent.click(screen.getByRole('button', { name: 'Suivant' }));
const calculate = () => userEvent.click(screen.getByRole('button', { name: 'Calculer' }));
const open = () =>
  within(screen.getByRole('navigation'))
    .queryAllByRole('button')
    .map((button) => button.textContent.replace(/ .*/s, ''));
const current = () => screen.getByRole('heading', { level: 2 }).textContent;

describe('a simulator', () => {
  afterEach(() => {
    storeShownResult('general', null);
  });

  it('requires all later steps again after a change of an earlier step', async () => {
    const send = vi.fn(({ a }: Values) => Promise.resolve({ id: null, of: a }));
    await renderInApp(
      <Suspense>
        <ThreeSteps send={send} />
      </Suspense>,
    );
    for (const name of names) {
      await userEvent.type(await screen.findByLabelText(`Champ ${name}`), 'x');
      await (name === 'c' ? calculate() : next());
    }
    expect(await screen.findByText('Prime de x')).toBeVisible();
    expect(open()).toEqual(['Un', 'Deux', 'Trois']);

    await userEvent.click(
      within(screen.getByRole('navigation')).getByRole('button', { name: /Un/ }),
    );
    expect(current()).toBe('Un');
    expect(screen.queryByText('Prime de x')).toBeNull();
    expect(open()).toEqual([]);
    await userEvent.type(await screen.findByLabelText('Champ a'), 'y');
    expect(open()).toEqual([]);
    await next();
    expect([current(), open()]).toEqual(['Deux', ['Un']]);
    // The input is retained, but the step must be passed again.
    expect(await screen.findByLabelText('Champ b')).toHaveValue('x');
    await userEvent.clear(screen.getByLabelText('Champ b'));
    expect(screen.getByRole('button', { name: 'Suivant' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Champ b'), 'z');
    await next();
    expect([current(), open()]).toEqual(['Trois', ['Un', 'Deux']]);
    expect(send).toHaveBeenCalledTimes(1);
    await calculate();
    expect(await screen.findByText('Prime de xy')).toBeVisible();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('opens with the project of a link, not with the earlier result of this tab', async () => {
    storeShownResult('general', { step: 2, a: 'earlier', b: 'earlier', c: 'earlier' });
    const send = vi.fn(({ a }: Values) => Promise.resolve({ id: null, of: a }));
    await renderInApp(
      <Suspense>
        <ThreeSteps send={send} carried="brought" />
      </Suspense>,
    );
    expect(await screen.findByLabelText('Champ a')).toHaveValue('brought');
    expect(send).not.toHaveBeenCalled();
  });
});

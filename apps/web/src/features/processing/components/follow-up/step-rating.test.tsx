import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { renderInApp } from '../../../../testing/render.tsx';
import { stepView } from '../../../../testing/step-view.ts';
import { StepRating } from './step-rating.tsx';

const abilities = { canRate: true, canUpload: false, canMessage: false };
const rated = (beneficiaryFeedback: string) =>
  stepView(70, 'PROCESSED', { abilities, rating: { beneficiaryRating: 4, beneficiaryFeedback } });
const words = () => screen.getByRole('textbox');

async function change(text: string) {
  const { unmount } = await renderInApp(
    <StepRating step={rated(text)} onChanged={() => undefined} />,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Modifier/ }));
  return unmount;
}

beforeEach(() => sessionStorage.clear());

describe('the draft of a rating', () => {
  it('is restored for an unchanged rating, and offered for a rating that was changed elsewhere', async () => {
    const leave = await change('Bien');
    fireEvent.change(words(), { target: { value: 'Très bien' } });
    leave();
    const leaveAgain = await change('Bien');
    expect(words()).toHaveValue('Très bien');
    leaveAgain();
    await change('Autre avis');
    expect(words()).toHaveValue('Autre avis');
    fireEvent.click(screen.getByRole('button', { name: 'Reprendre' }));
    expect(words()).toHaveValue('Très bien');
  });
});

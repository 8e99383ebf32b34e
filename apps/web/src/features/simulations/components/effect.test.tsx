import i18next from 'i18next';
import { expect, it } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { useGain } from './effect.ts';

const forms = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 15],
  [0, 1.5],
  [7, 5],
] as const;

function Gains() {
  const gainOf = useGain();
  return (
    <ul>
      {forms.map(([from, to]) => (
        <li key={to}>{gainOf(from, to)}</li>
      ))}
    </ul>
  );
}

it.each([
  ['fr', ['+1 point', '+2 points', '+3 points', '+15 points', '+1,5 point', '−2 points']],
  ['en', ['+1 point', '+2 points', '+3 points', '+15 points', '+1.5 points', '−2 points']],
  ['es', ['+1 punto', '+2 puntos', '+3 puntos', '+15 puntos', '+1,5 puntos', '−2 puntos']],
  [
    'ar',
    [
      '+1 نقطة مئوية',
      '+2 نقطتان مئويتان',
      '+3 نقاط مئوية',
      '+15 نقطة مئوية',
      '+1,5 نقطة مئوية',
      '−2 نقطتان مئويتان',
    ],
  ],
] as const)('shows a gain in points: %s', async (lang, expected) => {
  const first = await renderInApp(<p />);
  first.unmount();
  await i18next.changeLanguage(lang);
  await i18next.loadNamespaces('simulations');
  const { container } = await renderInApp(<Gains />);
  const texts = [...container.querySelectorAll('li')].map(({ textContent }) =>
    textContent.replace(/[\u2066-\u2069]/g, ''),
  );
  expect(texts).toEqual(expected);
});

import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

import { LtrNumbers } from './ltr-numbers.tsx';

const apart = (text: string) => {
  const { container, unmount } = render(<LtrNumbers text={text} />);
  const found = [...container.querySelectorAll('bdi')].map((item) => item.textContent);
  expect(container.textContent).toBe(text);
  unmount();
  return found;
};

it('isolates phone and request numbers only', () => {
  expect(apart('رقمي: +212 612 345 678.')).toEqual(['+212 612 345 678']);
  expect(apart('+212600000001 أو 06-12-34-56-78')).toEqual(['+212600000001', '06-12-34-56-78']);
  expect(apart('Demande 2026-000010 : déclarer votre prestation traitée ?')).toEqual([
    '2026-000010',
  ]);
});

it('ignores lists, days and endless digits', () => {
  expect(apart('المراحل 1 2 3، يوم 21/11/2026، على الساعة 10.')).toEqual([]);
  expect(apart('1234 1234 1234 1234 1234 1234 1234')).toEqual([]);
});

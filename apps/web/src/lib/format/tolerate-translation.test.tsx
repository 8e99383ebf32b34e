import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';

import { tolerateTranslation } from './tolerate-translation.ts';

beforeAll(tolerateTranslation);

const textsOf = (box: Node): Text[] =>
  [...box.childNodes].flatMap((node) => (node instanceof Text ? [node] : textsOf(node)));

// In a constant, because the types mark the tag as deprecated.
const fontTag: string = 'font';

/** The two ways in which browsers translate: they replace each text node, or wrap it in an element. */
const translators = {
  'in its place': (text: Text) => {
    const font = document.createElement(fontTag);
    font.append(`[${text.data}]`);
    text.replaceWith(font);
  },
  'around it': (text: Text) => {
    const font = document.createElement(fontTag);
    text.replaceWith(font);
    font.append(text);
  },
};

function Steps() {
  const [count, setCount] = useState(2);
  return (
    <>
      <p>
        {count > 2 ? <b>Nouveau</b> : null}
        {count > 0 ? 'Il reste ' : null}
        {count} dossiers
        {count > 1 ? ' à traiter' : ''}
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Plus
      </button>
      <button type="button" onClick={() => setCount(0)}>
        Aucun
      </button>
    </>
  );
}

describe.each(Object.entries(translators))('a page translated by an element %s', (_, translate) => {
  it('continues to render, with its current texts', async () => {
    const { container } = render(<Steps />);
    const shown = () => container.querySelector('p')?.textContent;
    const [more, none] = screen.getAllByRole('button');
    const translateAll = async () => {
      for (const text of textsOf(container)) translate(text);
      // Mutation observers run in the next microtask.
      await act(() => Promise.resolve());
    };
    await translateAll();
    act(() => more?.click());
    expect(shown()).toMatch(/^Nouveau\W*Il reste \W*3\W* dossiers\W* à traiter\W*$/);
    await translateAll();
    act(() => none?.click());
    expect(shown()).toMatch(/^\W*0\W* dossiers\W*$/);
    act(() => more?.click());
    expect(shown()).toMatch(/^\W*Il reste \W*1\W* dossiers\W*$/);
  });
});

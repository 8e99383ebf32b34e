import { Banner } from '../../ui/banner.tsx';
import layout from '../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../ui/ltr-numbers.tsx';

/** Names the rows that an act left as they were, each with its reason; nothing without such a row. */
export function NotDone({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Banner tone="warning" title={title} live>
      <ul className={layout['bullets']}>
        {lines.map((line) => (
          <li key={line}>
            <LtrNumbers text={line} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}

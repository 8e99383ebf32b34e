import { useState } from 'react';

import styles from './organisation-mark.module.css';

const smallWords = /^(?:de|du|des|la|le|les|l|d|et|en|à|of|the|and|el|los|las|y)$/i;

/** Up to three initials of an organisation's name without articles, or the first four letters of its acronym. */
export function initialsOf(title: string): string {
  const acronym = /^([A-Z]{2,6})(?=$|[\s-])/.exec(title)?.[1];
  if (acronym !== undefined) return acronym.slice(0, 4);
  const words = title
    .split(/[\s'’\-()]+/)
    .filter((word) => /^\p{L}/u.test(word) && !smallWords.test(word));
  return words
    .slice(0, 3)
    .map((word) =>
      word
        .replace(/^(?:ال|لل)(?=.{2})/u, '')
        .charAt(0)
        .toLocaleUpperCase(),
    )
    .join('');
}

/** Logo of an organisation, or its initials. Decorative, because the name is next to it. */
export function OrganisationMark({
  title,
  logo,
  size = 'md',
}: {
  title: string;
  logo?: string | null;
  size?: 'sm' | 'md' | 'lg';
}) {
  // An image that fails to load is replaced by the initials.
  const [broken, setBroken] = useState<string | null>(null);
  const initials = initialsOf(title);
  if (typeof logo === 'string' && logo !== broken) {
    return (
      <span className={styles['mark']} data-size={size} data-logo>
        <img src={logo} alt="" loading="lazy" decoding="async" onError={() => setBroken(logo)} />
      </span>
    );
  }
  return (
    <span className={styles['mark']} data-size={size} aria-hidden>
      {initials}
    </span>
  );
}

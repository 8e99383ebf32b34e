import styles from '../accounts.module.css';

const smallWords = /^(?:de|du|des|la|le|les|l|d|et|en|à|of|the|and|el|los|las|y)$/i;

/** Up to three initials of an organisation's name; its acronym where the name begins with one. */
export function initialsOf(title: string): string {
  const acronym = /^([A-Z]{2,6})(?=$|[\s-])/.exec(title)?.[1];
  if (acronym !== undefined) return acronym;
  const words = title
    .split(/[\s'’\-()]+/)
    .filter((word) => /^\p{L}/u.test(word) && !smallWords.test(word));
  return words
    .slice(0, 3)
    .map((word) => word.charAt(0).toLocaleUpperCase())
    .join('');
}

/** The logo of an organisation: its initials, drawn. */
export function OrganisationMark({ title }: { title: string }) {
  const initials = initialsOf(title);
  return (
    <span className={styles['mark']} data-long={initials.length > 4 ? true : undefined} aria-hidden>
      {initials}
    </span>
  );
}

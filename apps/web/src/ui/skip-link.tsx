import frame from '../theme/frame.module.css';

/** A stop of the keyboard that is seen only while one is at it: past what stands before a place, to the place. */
export function SkipLink({
  target,
  label,
}: {
  /** Id of the place; it can be focused. */ target: string;
  label: string;
}) {
  return (
    <a
      href={`#${target}`}
      className={frame['skip']}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {label}
    </a>
  );
}

import frame from '../theme/frame.module.css';

/** Link for the keyboard, visible only with focus, that skips the content before its target. */
export function SkipLink({
  target,
  label,
}: {
  /** Id of a focusable element. */ target: string;
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

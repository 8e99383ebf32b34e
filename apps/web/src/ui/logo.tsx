/** Logo: an eight-pointed star of two linked squares. Decorative, because the name is next to it. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round">
        <rect x="7.5" y="7.5" width="17" height="17" rx="1.5" />
        <rect x="7.5" y="7.5" width="17" height="17" rx="1.5" transform="rotate(45 16 16)" />
      </g>
      <circle cx="16" cy="16" r="3.4" fill="#e0a100" />
    </svg>
  );
}

import { starPoints } from './zellige.tsx';

/** Illustration: a receipt with its stamp and a moving request; "wasl" means receipt. */
export function Receipt({ className }: { className: string | undefined }) {
  const rows = [0, 1, 2] as const;
  return (
    <svg
      className={className}
      viewBox="0 0 360 400"
      aria-hidden="true"
      focusable="false"
      data-mirrored
    >
      <g transform="rotate(4 180 200)">
        <path
          d="M48 36h240a12 12 0 0 1 12 12v300l-16-12-16 12-16-12-16 12-16-12-16 12-16-12-16 12-16-12-16 12-16-12-16 12-16-12-16 12-16-12-12 9V48a12 12 0 0 1 12-12z"
          fill="var(--wasl-accent)"
          opacity="0.28"
        />
      </g>
      <path
        d="M48 28h240a12 12 0 0 1 12 12v308l-16-12-16 12-16-12-16 12-16-12-16 12-16-12-16 12-16-12-16 12-16-12-16 12-16-12-16 12-16-12-12 9V40a12 12 0 0 1 12-12z"
        fill="var(--wasl-surface)"
        stroke="var(--wasl-border)"
        strokeWidth="1.5"
      />
      <rect x="64" y="56" width="92" height="12" rx="6" fill="var(--wasl-link)" />
      <rect x="64" y="80" width="140" height="8" rx="4" fill="var(--wasl-border)" />
      <path d="M64 112h208" stroke="var(--wasl-border)" strokeWidth="1.5" strokeDasharray="5 6" />
      <path d="M80 152v104" stroke="var(--wasl-link)" strokeWidth="2" />
      <path d="M80 204v52" stroke="var(--wasl-surface)" strokeWidth="2" strokeDasharray="4 5" />
      {rows.map((row) => (
        <g key={row} transform={`translate(0 ${String(row * 52)})`}>
          <rect
            x="108"
            y="142"
            width={[120, 148, 96][row]}
            height="9"
            rx="4.5"
            fill="var(--wasl-muted)"
            opacity={row === 2 ? 0.45 : 0.9}
          />
          <rect
            x="108"
            y="159"
            width={[84, 70, 60][row]}
            height="7"
            rx="3.5"
            fill="var(--wasl-border)"
          />
        </g>
      ))}
      <circle cx="80" cy="152" r="13" fill="var(--wasl-done)" />
      <path
        d="m74 152 4.5 4.5 8-9"
        fill="none"
        stroke="var(--wasl-surface)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        data-mirrored
      />
      <circle cx="80" cy="204" r="13" fill="var(--wasl-accent)" />
      <circle cx="80" cy="204" r="4" fill="var(--wasl-on-accent)" />
      <circle
        cx="80"
        cy="256"
        r="12"
        fill="var(--wasl-surface)"
        stroke="var(--wasl-border-strong)"
        strokeWidth="2"
      />
      <path d="M64 292h208" stroke="var(--wasl-border)" strokeWidth="1.5" strokeDasharray="5 6" />
      <rect x="64" y="308" width="64" height="9" rx="4.5" fill="var(--wasl-border)" />
      <g
        transform="rotate(-14 254 292)"
        fill="none"
        stroke="var(--wasl-link)"
        strokeLinejoin="round"
      >
        <circle cx="254" cy="292" r="50" strokeWidth="3" fill="var(--wasl-surface)" />
        <circle cx="254" cy="292" r="43" strokeWidth="1.4" />
        <polygon points={starPoints(254, 292, 32)} strokeWidth="2.4" />
        <polygon points={starPoints(254, 292, 18)} strokeWidth="1.6" fill="var(--wasl-accent)" />
      </g>
    </svg>
  );
}

/** Points of an eight-pointed star: two squares, one rotated by 45°. */
export function starPoints(cx: number, cy: number, radius: number): string {
  // Radius of the intersections of the two squares.
  const inner = (radius * Math.cos(Math.PI / 4)) / Math.cos(Math.PI / 8);
  return Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8;
    const reach = index % 2 === 0 ? radius : inner;
    const x = cx + reach * Math.cos(angle);
    const y = cy + reach * Math.sin(angle);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  }).join(' ');
}

export function Zellige({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      data-mirrored
      aria-hidden="true"
      focusable="false"
      preserveAspectRatio="xMaxYMid slice"
    >
      <defs>
        <pattern id="zellige" width="96" height="96" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round">
            <polygon points={starPoints(48, 48, 48)} />
            <polygon points={starPoints(48, 48, 27)} />
            <circle cx="48" cy="48" r="7" />
            <polygon points={starPoints(0, 0, 14)} />
            <polygon points={starPoints(96, 0, 14)} />
            <polygon points={starPoints(0, 96, 14)} />
            <polygon points={starPoints(96, 96, 14)} />
          </g>
          <polygon points={starPoints(48, 48, 27)} fill="currentColor" opacity="0.18" />
        </pattern>
        <radialGradient id="zellige-fade" cx="0.85" cy="0.3" r="0.9">
          <stop offset="0" stopColor="#fff" stopOpacity="1" />
          <stop offset="0.55" stopColor="#fff" stopOpacity="0.35" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <mask id="zellige-mask">
          <rect width="100%" height="100%" fill="url(#zellige-fade)" />
        </mask>
      </defs>
      <rect width="100%" height="100%" fill="url(#zellige)" mask="url(#zellige-mask)" />
    </svg>
  );
}

import type { ReactNode } from 'react';

const drawings = {
  student: (
    <>
      <path d="M2.5 9.5 12 5l9.5 4.5L12 14z" />
      <path d="M6.5 11.7V16c1.6 1.6 3.4 2.3 5.5 2.3s3.9-.7 5.5-2.3v-4.3M21.5 9.5V15" />
    </>
  ),
  entrepreneur: (
    <>
      <path d="M12 3c3.6 1.6 5.4 4.600 5.400 9L15.200 15.500H8.800L6.600 12C6.600 7.600 8.400 4.600 12 3z" />
      <circle cx="12" cy="10" r="1.800" />
      <path d="M8.800 15.500 7 20l3-1.600M15.200 15.500 17 20l-3-1.600" />
    </>
  ),
  employee: (
    <>
      <rect x="3.500" y="7.500" width="17" height="12" rx="2" />
      <path d="M9 7.500V6a1.500 1.500 0 0 1 1.500-1.500h3A1.500 1.500 0 0 1 15 6v1.500M3.500 13h17M12 12v2" />
    </>
  ),
  cooperative: (
    <>
      <circle cx="12" cy="6.500" r="2.500" />
      <circle cx="5.800" cy="11" r="2" />
      <circle cx="18.200" cy="11" r="2" />
      <path d="M8 19.500v-3a4 4 0 0 1 8 0v3M2.500 18.500v-1.500a3.200 3.200 0 0 1 4-3.100M21.500 18.500v-1.500a3.200 3.200 0 0 0-4-3.100" />
    </>
  ),
  freelance: (
    <>
      <path d="M4 10.500 5.200 5h13.600l1.200 5.500a2.600 2.600 0 0 1-5.300 0 2.700 2.700 0 0 1-5.400 0 2.650 2.650 0 0 1-5.300 0z" />
      <path d="M5.500 13v6.500h13V13M10 19.500V15.500h4v4" />
    </>
  ),
  arrow: <path d="M5 12h14m-5.500-5.500L19 12l-5.500 5.500" />,
} as const satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;

export function Drawing({ name, size = 28 }: { name: DrawingName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...(name === 'arrow' ? { 'data-mirrored': true } : {})}
    >
      {drawings[name]}
    </svg>
  );
}

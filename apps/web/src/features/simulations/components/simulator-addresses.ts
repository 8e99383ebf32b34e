/** Addresses of the simulators, by access mode. */
export const simulatorAddresses = {
  account: { general: '/simulator', nordev: '/simulator-nordev' },
  page: { general: '/simulateur', nordev: '/simulateur-nordev' },
} as const;

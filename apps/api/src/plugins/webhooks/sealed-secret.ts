/** Whose a sealed secret of an address is: moved to another row it opens nothing. */
export const sealedAbout = (endpointId: string): string => `webhook ${endpointId}`;

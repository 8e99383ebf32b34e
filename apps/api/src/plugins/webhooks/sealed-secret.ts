/** Sealing purpose of an address's secret: copied to another row it does not open. */
export const sealedAbout = (endpointId: string): string => `webhook ${endpointId}`;

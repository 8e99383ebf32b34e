import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

/** Pending actions of the person by kind, in one call for everything above the list. */
export const useYourTurn = () => useEndpoint('getYourTurn', {});

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

/** What waits for the person, by what it waits for: one call for everything on top of the list. */
export const useYourTurn = () => useEndpoint('getYourTurn', {});

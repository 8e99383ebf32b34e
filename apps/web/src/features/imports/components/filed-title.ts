/** Heading of the requests that wait for their person, on the page of imports. */
export const filedTitleId = 'filed-title';

// @ts-check
/** @param {string} _ @param {URLSearchParams} _query */
export function analysePage(_, _query) { return null; }

/** What no list of projects shows; left out of what the database sends. */
export const listFields = { search_text: 0, search_trigrams: 0, outbox: 0 } as const;

/** Projection that excludes fields that no list shows. */
export const listFields = { search_text: 0, outbox: 0 } as const;

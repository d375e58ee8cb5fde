/** The beginning of the keys of all queries of the administration. */
export const adminKeys = {
  all: ['admin'],
} as const;

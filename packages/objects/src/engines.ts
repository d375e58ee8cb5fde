/** Names of the engines. */
export const OBJECT_ENGINES = ['local', 'gridfs', 's3'] as const;

/** Name of an engine. */
export type ObjectEngine = (typeof OBJECT_ENGINES)[number];

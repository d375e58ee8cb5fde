/** Rights of this service on the data of others. */
export { type CodeDeps, queryCode } from './query-code';

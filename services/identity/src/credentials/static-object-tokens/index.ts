/** Public interface of static object tokens. */
export type { StaticObjectTokenDocument } from './static-object-token.model';
export { issueToken, userOfToken } from './static-object-tokens';

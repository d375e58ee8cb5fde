/** Public interface of deploy tokens. */
export type { DeployTokenDocument } from './deploy-token.model';

/** Public interface of deploy keys. */
export { removeOrphaned, unlinkDeployKey } from './link-deploy-key';

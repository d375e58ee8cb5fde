/** Public interface of environments. */
export { findOrAddEnvironment } from './add-environment';
export { presentBasicEnvironment } from './basic-environment';
export type { EnvironmentDeployments } from './environment-deployments';
export type { EnvironmentDocument } from './environment.model';

/** Rules about rights that services share. */
export type { GrantedResource } from './granted-resource';
export { mayReadPipelines } from './pipeline-rights';

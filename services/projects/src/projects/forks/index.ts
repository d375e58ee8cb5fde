/** Public interface of `projects/forks`: what other areas of this service may import. */
export { areRelated, findMember, findSource } from './fork-network';
export { restrictForkVisibility, restrictToSourceVisibility } from './restrict-fork-visibility';

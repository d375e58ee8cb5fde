/** Forks and fork networks. */
export { areRelated, findMember, findSource } from './fork-network';
export { restrictForkVisibility, restrictToSourceVisibility } from './restrict-fork-visibility';

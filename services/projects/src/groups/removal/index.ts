/** The removal of namespaces with their content. */
export { finishRemoval, startRemoval } from './remove-namespace';

/** Public interface of `groups/variables`: what other areas of this service may import. */
export type { VariableDocument } from './variable.model';

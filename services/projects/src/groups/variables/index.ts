/** Variables of projects and groups. */
export type { VariableDocument } from './variable.model';

/** Public interface of ci lint. */
export { lintDefinition } from './lint-definition';
export { readPipelineDefinition } from './pipeline-definition';

import { CiLintServiceDefinition } from '@forgemesh/proto/repository/v1/ci_lint';
import { operation } from '@forgemesh/rpc';
import { lintDefinition } from '../lint-definition';

/** Checks a pipeline definition for a project. */
export const lintProjectCi = operation(CiLintServiceDefinition.lintProjectCi, ({ content }) => {
  const errors = lintDefinition(content);
  return Promise.resolve({ valid: errors.length === 0, errors, warnings: [] });
});

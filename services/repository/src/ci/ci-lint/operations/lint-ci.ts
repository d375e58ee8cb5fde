import { CiLintServiceDefinition } from '@forgemesh/proto/repository/v1/ci_lint';
import { operation } from '@forgemesh/rpc';
import { lintDefinition } from '../lint-definition';

/** Checks the pipeline definition in the request. */
export const lintCi = operation(CiLintServiceDefinition.lintCi, ({ content }) => {
  const errors = lintDefinition(content);
  return Promise.resolve({ status: errors.length === 0 ? 'valid' : 'invalid', errors, warnings: [] });
});

import { getProjectCiLint } from './get-project-ci-lint';
import { lintCi } from './lint-ci';
import { lintProjectCi } from './lint-project-ci';

export const ciLintOperations = [lintCi, lintProjectCi, getProjectCiLint];

import { getProjectCiLint } from './operations/get-project-ci-lint';
import { lintCi } from './operations/lint-ci';
import { lintProjectCi } from './operations/lint-project-ci';

export const ciLintOperations = [lintCi, lintProjectCi, getProjectCiLint];

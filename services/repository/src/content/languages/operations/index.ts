import { getProjectLanguages } from './get-project-languages';

export const languageOperations = [getProjectLanguages];

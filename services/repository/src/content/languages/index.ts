import { getProjectLanguages } from './operations/get-project-languages';

export const languageOperations = [getProjectLanguages];

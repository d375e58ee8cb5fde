import { countOpenIssues } from './count-open-issues';

export const issueFactsOperations = [countOpenIssues];

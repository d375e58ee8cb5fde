import { createProjectLabel } from './create-project-label';
import { getProjectLabel } from './get-project-label';
import { listProjectLabels } from './list-project-labels';

export const labelOperations = [createProjectLabel, getProjectLabel, listProjectLabels];

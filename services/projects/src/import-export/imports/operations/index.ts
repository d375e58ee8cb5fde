import { getProjectImport } from './get-project-import';
import { importProject } from './import-project';

export const importOperations = [importProject, getProjectImport];

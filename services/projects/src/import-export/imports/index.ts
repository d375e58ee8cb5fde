import { getProjectImport } from './operations/get-project-import';
import { importProject } from './operations/import-project';

export const importOperations = [importProject, getProjectImport];

import { downloadProjectExport } from './download-project-export';
import { getProjectExport } from './get-project-export';
import { startProjectExport } from './start-project-export';

export const exportOperations = [startProjectExport, getProjectExport, downloadProjectExport];

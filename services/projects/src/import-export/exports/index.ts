import { downloadProjectExport } from './operations/download-project-export';
import { getProjectExport } from './operations/get-project-export';
import { startProjectExport } from './operations/start-project-export';

export const exportOperations = [startProjectExport, getProjectExport, downloadProjectExport];

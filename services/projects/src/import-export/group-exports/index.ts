import { downloadGroupExport } from './operations/download-group-export';
import { startGroupExport } from './operations/start-group-export';

export const groupExportOperations = [startGroupExport, downloadGroupExport];

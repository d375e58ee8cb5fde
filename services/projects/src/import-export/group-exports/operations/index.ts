import { downloadGroupExport } from './download-group-export';
import { startGroupExport } from './start-group-export';

export const groupExportOperations = [startGroupExport, downloadGroupExport];

import { importGroup } from './operations/import-group';

export const groupImportOperations = [importGroup];

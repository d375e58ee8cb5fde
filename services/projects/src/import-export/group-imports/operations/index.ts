import { importGroup } from './import-group';

export const groupImportOperations = [importGroup];

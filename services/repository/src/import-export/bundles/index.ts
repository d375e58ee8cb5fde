import { exportBundle } from './operations/export-bundle';
import { exportRepositoryRows } from './operations/export-repository-rows';
import { importBundle } from './operations/import-bundle';

export const bundleOperations = [exportBundle, importBundle, exportRepositoryRows];

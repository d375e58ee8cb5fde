import { exportBundle } from './export-bundle';
import { exportRepositoryRows } from './export-repository-rows';
import { importBundle } from './import-bundle';

export const bundleOperations = [exportBundle, importBundle, exportRepositoryRows];

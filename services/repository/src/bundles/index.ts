import { discardRepository } from './discard-repository';
import { exportBundle } from './export-bundle';
import { exportRepositoryRows } from './export-repository-rows';
import { importBundle } from './import-bundle';
import { importRepositoryRows } from './import-repository-rows';
import { settleRepository } from './settle-repository';

export const bundleOperations = [
  exportBundle,
  importBundle,
  exportRepositoryRows,
  importRepositoryRows,
  settleRepository,
  discardRepository,
];

import { discardGroupRows } from './discard-group-rows';
import { exportGroupRows } from './export-group-rows';
import { importGroupRows } from './import-group-rows';

export const groupRowsOperations = [exportGroupRows, importGroupRows, discardGroupRows];

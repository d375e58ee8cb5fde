import { exportGroupRows } from './export-group-rows';

export const groupRowsOperations = [exportGroupRows];

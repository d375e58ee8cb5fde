import { exportGroupRows } from './operations/export-group-rows';

export const groupRowsOperations = [exportGroupRows];

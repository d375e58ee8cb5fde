import { startHousekeeping } from './start-housekeeping';

export const housekeepingOperations = [startHousekeeping];

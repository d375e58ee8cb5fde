import { startHousekeeping } from './operations/start-housekeeping';

export const housekeepingOperations = [startHousekeeping];

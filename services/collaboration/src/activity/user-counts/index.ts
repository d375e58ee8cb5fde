import { getUserCounts } from './operations/get-user-counts';

export const userCountsOperations = [getUserCounts];

import { getUserCounts } from './get-user-counts';

export const userCountsOperations = [getUserCounts];

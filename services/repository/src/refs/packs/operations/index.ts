import { getPackStore } from './get-pack-store';

export const packOperations = [getPackStore];

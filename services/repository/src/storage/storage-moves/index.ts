import { readRepository } from './operations/read-repository';

export const moveOperations = [readRepository];

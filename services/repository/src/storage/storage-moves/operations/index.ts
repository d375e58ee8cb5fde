import { readRepository } from './read-repository';

export const storageMoveOperations = [readRepository];

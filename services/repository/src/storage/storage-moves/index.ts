import { readRepository } from './operations/read-repository';

export const storageMoveOperations = [readRepository];

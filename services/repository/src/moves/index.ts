import { closeRepository } from './close-repository';
import { copyRepository } from './copy-repository';
import { leaveRepository } from './leave-repository';
import { openRepository } from './open-repository';
import { readRepository } from './read-repository';
import { removeLeftRepository } from './remove-left-repository';

export const moveOperations = [
  closeRepository,
  copyRepository,
  leaveRepository,
  openRepository,
  readRepository,
  removeLeftRepository,
];

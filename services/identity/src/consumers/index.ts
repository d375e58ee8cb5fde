import { onOwnerDeleted } from './on-owner-deleted';
import { onProjectDeleted } from './on-project-deleted';
import { onUserDeleted } from './on-user-deleted';

export const consumers = [onOwnerDeleted, onProjectDeleted, onUserDeleted];

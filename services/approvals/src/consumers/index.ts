import { onMergeRequestCreated } from './on-merge-request-created';
import { onRemoved } from './on-removed';
import { onUserDeleted } from './on-user-deleted';

export const consumers = [onMergeRequestCreated, onRemoved, onUserDeleted];

import { onMergeRequestCreated } from './on-merge-request-created';
import { onProtectionRemoved } from './on-protection-removed';
import { onRemoved } from './on-removed';
import { onUserDeleted } from './on-user-deleted';

export const consumers = [onMergeRequestCreated, onProtectionRemoved, onRemoved, onUserDeleted];

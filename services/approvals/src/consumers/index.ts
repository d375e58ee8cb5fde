import { onMergeRequestCreated } from './on-merge-request-created';
import { onRemoved } from './on-removed';

export const consumers = [onMergeRequestCreated, onRemoved];

import { onProjectDeleted } from './on-project-deleted';
import { onPushReceived } from './on-push-received';

export const consumers = [onProjectDeleted, onPushReceived];

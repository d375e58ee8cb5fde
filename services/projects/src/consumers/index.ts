import { onCreated } from './on-created';
import { onPushReceived } from './on-push-received';
import { onRemovalStarted } from './on-removal-started';
import { onRemoved } from './on-removed';
import { onUserChanged } from './on-user-changed';
import { onUserDeleted } from './on-user-deleted';

export const consumers = [onCreated, onPushReceived, onRemovalStarted, onRemoved, onUserChanged, onUserDeleted];

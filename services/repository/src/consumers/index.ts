import { onCommitStatusUpdated } from './on-commit-status-updated';
import { onKeyChanged } from './on-key-changed';
import { onProjectDeleted } from './on-project-deleted';
import { onPushReceived } from './on-push-received';
import { onRepositoryChanged } from './on-repository-changed';
import { onTagDeleted } from './on-tag-deleted';
import { onUserChanged } from './on-user-changed';

export const consumers = [
  onProjectDeleted,
  onPushReceived,
  onUserChanged,
  onCommitStatusUpdated,
  onKeyChanged,
  onRepositoryChanged,
  onTagDeleted,
];

import type { AnyConsumer } from '@forgemesh/events';
import { onCommitStatusUpdated } from './repository/on-commit-status-updated';
import { onKeyChanged } from './identity/on-key-changed';
import { onProjectDeleted } from './projects/on-project-deleted';
import { onPushReceived } from './repository/on-push-received';
import { onRepositoryChanged } from './repository/on-repository-changed';
import { onTagDeleted } from './repository/on-tag-deleted';
import { onAccessLost } from './projects/on-access-lost';
import { onUserDeleted } from './identity/on-user-deleted';
import { onUserChanged } from './identity/on-user-changed';
import type { Repositories } from '#deps';

export const consumers: readonly AnyConsumer<Repositories>[] = [
  onProjectDeleted,
  onPushReceived,
  onUserChanged,
  onUserDeleted,
  onAccessLost,
  onCommitStatusUpdated,
  onKeyChanged,
  onRepositoryChanged,
  onTagDeleted,
];

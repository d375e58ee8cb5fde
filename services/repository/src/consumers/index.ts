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
import type { IdentityConsumersDeps } from './identity/deps';
import type { ProjectConsumersDeps } from './projects/deps';
import type { RepositoryConsumersDeps } from './repository/deps';

/** The consumers of the service. */
export const consumers: readonly AnyConsumer<IdentityConsumersDeps & ProjectConsumersDeps & RepositoryConsumersDeps>[] =
  [
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

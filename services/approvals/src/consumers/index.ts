import type { AnyConsumer } from '@forgemesh/events';
import { onMergeRequestCreated } from './on-merge-request-created';
import { onProtectedBranchDeleted } from './on-protected-branch-deleted';
import { onProjectOrMergeRequestDeleted } from './on-project-or-merge-request-deleted';
import { onUserDeleted } from './on-user-deleted';
import type { ConsumersDeps } from './deps';

export const consumers: readonly AnyConsumer<ConsumersDeps>[] = [
  onMergeRequestCreated,
  onProtectedBranchDeleted,
  onProjectOrMergeRequestDeleted,
  onUserDeleted,
];

import type { AnyConsumer } from '@forgemesh/events';
import { onMergeRequestCreated } from './on-merge-request-created';
import { onProtectionRemoved } from './on-protection-removed';
import { onRemoved } from './on-removed';
import { onUserDeleted } from './on-user-deleted';
import type { Approvals } from '../deps';

export const consumers: readonly AnyConsumer<Approvals>[] = [
  onMergeRequestCreated,
  onProtectionRemoved,
  onRemoved,
  onUserDeleted,
];

/** Event consumers. */
import type { AnyConsumer } from '@forgemesh/events';
import { onFormerHookChanged } from './on-former-hook-changed';
import { onHookTriggers } from './on-hook-trigger';
import { onProjectDeleted } from './on-project-deleted';
import { onUploadRequested } from './on-upload-requested';
import { onUserDeleted } from './on-user-deleted';
import type { Deliveries } from '#deps';

/** The consumers of the service; each names the dependencies that it needs. */
export const consumers: readonly AnyConsumer<Deliveries>[] = [
  onFormerHookChanged,
  ...onHookTriggers,
  onProjectDeleted,
  onUploadRequested,
  onUserDeleted,
];

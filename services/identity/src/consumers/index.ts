import type { AnyConsumer } from '@forgemesh/events';
import { onOwnerDeleted } from './on-owner-deleted';
import { onProjectDeleted } from './on-project-deleted';
import { onUserDeleted } from './on-user-deleted';
import type { ConsumersDeps } from './deps';

export const consumers: readonly AnyConsumer<ConsumersDeps>[] = [onOwnerDeleted, onProjectDeleted, onUserDeleted];

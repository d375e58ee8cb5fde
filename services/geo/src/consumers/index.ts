import type { AnyConsumer } from '@forgemesh/events';
import { onFileChanged } from './on-file-changed';
import { onProjectChanged } from './on-project-changed';
import { onRepositoryChanged } from './on-repository-changed';
import type { ConsumersDeps } from './deps';

export const consumers: readonly AnyConsumer<ConsumersDeps>[] = [
  ...onFileChanged,
  onProjectChanged,
  onRepositoryChanged,
];

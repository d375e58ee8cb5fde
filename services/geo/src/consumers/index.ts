import type { AnyConsumer } from '@forgemesh/events';
import { onFileChanged } from './on-file-changed';
import { onProjectChanged } from './on-project-changed';
import { onRepositoryChanged } from './on-repository-changed';
import type { Geo } from '#deps';

export const consumers: readonly AnyConsumer<Geo>[] = [...onFileChanged, onProjectChanged, onRepositoryChanged];

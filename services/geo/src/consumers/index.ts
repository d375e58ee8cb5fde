import { onProjectChanged } from './on-project-changed';
import { onRepositoryChanged } from './on-repository-changed';

export const consumers = [onProjectChanged, onRepositoryChanged];

import { onFileChanged } from './on-file-changed';
import { onProjectChanged } from './on-project-changed';
import { onRepositoryChanged } from './on-repository-changed';

export const consumers = [...onFileChanged, onProjectChanged, onRepositoryChanged];

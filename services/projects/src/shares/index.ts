import { shareProject } from './share-project';
import { unshareProject } from './unshare-project';

export const shareOperations = [shareProject, unshareProject];

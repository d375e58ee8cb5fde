import { shareGroup } from './share-group';
import { shareProject } from './share-project';
import { unshareGroup } from './unshare-group';
import { unshareProject } from './unshare-project';

export const shareOperations = [shareGroup, shareProject, unshareGroup, unshareProject];

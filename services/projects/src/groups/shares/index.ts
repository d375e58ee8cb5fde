import { shareGroup } from './operations/share-group';
import { shareProject } from './operations/share-project';
import { unshareGroup } from './operations/unshare-group';
import { unshareProject } from './operations/unshare-project';

export const shareOperations = [shareGroup, shareProject, unshareGroup, unshareProject];
